/* B = L * B with a unit lower triangular L, bottom row first. */
void trmm(int m, int n, const double *L, int ldl, double *B, int ldb)
{
    int i, j, k;
    for (i = m - 1; i >= 0; i--)
        for (j = 0; j < n; j++)
            for (k = 0; k < i; k++)
                B[i*ldb + j] += L[i*ldl + k] * B[k*ldb + j];
}
