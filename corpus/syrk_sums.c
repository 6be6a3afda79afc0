/* The lower triangle of c += alpha * a * a^T, each element summed up in a variable first. */
void syrk_sums(int n, int k, double alpha, const double *a, int lda, double *c, int ldc)
{
    int i, j, l;
    for (i = 0; i < n; i++)
        for (j = 0; j <= i; j++) {
            double sum = 0.0;
            for (l = 0; l < k; l++)
                sum += a[i*lda + l] * a[j*lda + l];
            c[i*ldc + j] += alpha * sum;
        }
}
