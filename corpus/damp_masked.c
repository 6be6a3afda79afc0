/* Cells without a mask are skipped: which ones, only the data say. */
void damp_masked(int n, int m, const int *mask, double *field, double rate)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            if (!mask[i*m + j])
                continue;
            field[i*m + j] *= rate;
        }
}
