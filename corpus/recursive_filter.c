/* Each row of a picture through a recursive filter of two steps. */
void recursive_filter(int rows, int columns, int pitch, float gain, float back, float further, const float *in, float *out)
{
    int i, j;
    for (i = 0; i < rows; i++)
        for (j = 2; j < columns; j++)
            out[i*pitch + j] = gain*in[i*pitch + j] + back*out[i*pitch + j - 1] + further*out[i*pitch + j - 2];
}
