/* Scales an upper triangle that is stored by rows: the diagonal by one factor, the rest by another. */
void packed_scale(int n, double diagonal, double factor, double *packed)
{
    int i, j;
    for (i = 0; i < n; i++) {
        packed[i*(2*n - i + 1)/2] *= diagonal;
        for (j = i + 1; j < n; j++)
            packed[i*(2*n - i + 1)/2 + j - i] *= factor;
    }
}
