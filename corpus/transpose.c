/* out = in^T; the matrices have pitches of their own. */
void transpose(int rows, int cols, const float *in, int in_pitch, float *out, int out_pitch)
{
    int r, c;
    for (r = 0; r < rows; r++)
        for (c = 0; c < cols; c++)
            out[c*out_pitch + r] = in[r*in_pitch + c];
}
