/* Adds two pictures with a common shift, saturated, and keeps the greatest square of what was cut. */
static inline int saturate(int value, unsigned bits)
{
    const int most = (int)((1U << (bits - 1)) - 1U);
    const int least = -1 - most;
    if (value > most)
        return most;
    else if (value < least)
        return least;
    return value;
}

void saturate_rows(int rows, int cols, int pitch, int shift, const short *a, const short *b,
                   short *sum, float *worst)
{
    int i, j;
    for (i = 0; i < rows; i++)
        for (j = 0; j < cols; j++) {
            int value = a[i*pitch + j]*2 + b[i*pitch + j];
            sum[i*pitch + j] = (short)saturate(value >> shift, 12);
            if ((value >> shift) != sum[i*pitch + j]) {
                float cut, square;
                cut = (float)((value >> shift) - sum[i*pitch + j]);
                square = cut * cut;
                if (square > worst[i])
                    worst[i] = square;
            }
        }
}
