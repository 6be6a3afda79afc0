/* y += A * x of complex numbers, the parts of each product in variables. */
void complex_update(int n, int m, const double *A, const double *x, double *y)
{
    int i, j;
    double re, im;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            re = A[2*(j*n + i)] * x[2*j] - A[2*(j*n + i) + 1] * x[2*j + 1];
            im = A[2*(j*n + i)] * x[2*j + 1] + A[2*(j*n + i) + 1] * x[2*j];
            y[2*i] += re;
            y[2*i + 1] += im;
        }
}
