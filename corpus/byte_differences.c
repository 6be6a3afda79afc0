/* How far two blocks of a picture are apart: the sum of absolute differences. */
unsigned byte_differences(int height, int width, long aRow, long bRow, const unsigned char *a,
                          const unsigned char *b)
{
    unsigned sum = 0;
    int x, y;
    for (y = 0; y < height; y++)
        for (x = 0; x < width; x++) {
            const int apart = a[y*aRow + x] - b[y*bRow + x];
            sum += apart < 0 ? -apart : apart;
        }
    return sum;
}
