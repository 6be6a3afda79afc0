/* The response of each filter wherever it lies inside the picture, with the channels of a pixel together: rows of columns - 2. */
void filter_responses(int rows, int columns, int channels, int filters, const float *picture, const float *taps, float *response)
{
    int r, c, f, dr, dc, ch;

    for (r = 0; r < rows - 2; ++r)
        for (c = 0; c < columns - 2; ++c)
            for (f = 0; f < filters; ++f) {
                float sum = 0.0f;
                for (dr = 0; dr < 3; ++dr)
                    for (dc = 0; dc < 3; ++dc)
                        for (ch = 0; ch < channels; ++ch)
                            sum += picture[((r + dr)*columns + c + dc)*channels + ch] * taps[((f*3 + dr)*3 + dc)*channels + ch];
                response[(r*(columns - 2) + c)*filters + f] = sum;
            }
}
