/* LU factorisation in place without pivoting. */
void lu(int n, double *a, int lda)
{
    int i, j, k;
    for (k = 0; k < n; k++) {
        for (i = k + 1; i < n; i++) {
            a[i*lda + k] /= a[k*lda + k];
            for (j = k + 1; j < n; j++)
                a[i*lda + j] -= a[i*lda + k] * a[k*lda + j];
        }
    }
}
