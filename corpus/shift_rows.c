/* Keeps the last values of each channel in a table of fixed width and writes them out. */
static void shift(float *row, int n)
{
    int k;
    for (k = n - 1; k > 0; k--)
        row[k] = row[k - 1];
}

void shift_rows(int channels, int taps, int pitch, float (*history)[16], const float *in, float *out)
{
    int i, j;
    for (i = 0; i < channels; i++) {
        shift(history[i], taps);
        history[i][0] = in[i*pitch];
        for (j = 0; j < taps; j++)
            out[i*pitch + j] = history[i][j];
    }
}
