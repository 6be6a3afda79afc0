/* A filter of eight taps along the rows of a plane of bytes, clipped to bytes. */
void byte_taps(int height, int width, long inRow, long outRow, const unsigned char *in,
               unsigned char *out, const short *taps)
{
    int x, y, k;
    for (y = 0; y < height; y++)
        for (x = 0; x < width; x++) {
            int sum = 0;
            for (k = 0; k < 8; k++)
                sum += in[y*inRow + x + k]*taps[k];
            sum = (sum + 64) >> 7;
            out[y*outRow + x] = sum < 0 ? 0 : sum > 255 ? 255 : sum;
        }
}
