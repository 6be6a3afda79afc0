/* LU factorisation in place without pivoting, row by row. */
void lu_rows(int n, float *a)
{
    int i, j, k;
    for (i = 0; i < n; i++) {
        for (j = 0; j < i; j++) {
            for (k = 0; k < j; k++)
                a[i*n + j] -= a[i*n + k] * a[k*n + j];
            a[i*n + j] /= a[j*n + j];
        }
        for (j = i; j < n; j++)
            for (k = 0; k < i; k++)
                a[i*n + j] -= a[i*n + k] * a[k*n + j];
    }
}
