/* Blends two interleaved float images channel by channel with one weight per channel. */
void rgb_blend(int width, int height, const float *weight, const float *a, int a_pitch,
               const float *b, int b_pitch, float *out, int out_pitch)
{
    int x, y, c;
    for (c = 0; c < 3; c++)
        for (y = 0; y < height; y++)
            for (x = 0; x < width; x++)
                out[y*out_pitch + 3*x + c] = a[y*a_pitch + 3*x + c] * weight[c]
                                             + b[y*b_pitch + 3*x + c] * (1.0f - weight[c]);
}
