/* y = A^T * (A * x); tmp holds A * x. */
void atax(int m, int n, const double *A, const double *x, double *y, double *tmp)
{
    int i, j;
    for (i = 0; i < n; i++)
        y[i] = 0;
    for (i = 0; i < m; i++) {
        tmp[i] = 0.0;
        for (j = 0; j < n; j++)
            tmp[i] = tmp[i] + A[i*n + j] * x[j];
        for (j = 0; j < n; j++)
            y[j] = y[j] + A[i*n + j] * tmp[i];
    }
}
