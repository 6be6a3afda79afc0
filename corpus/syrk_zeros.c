/* The upper triangle of c += alpha * a * a' by columns; zeros of a are left out. */
void syrk_zeros(int n, int k, double alpha, const double *a, int lda, double *c, int ldc)
{
    for (int j = 0; j < n; j++)
        for (int l = 0; l < k; l++) {
            if (a[j + l*lda] == 0.0)
                continue;
            double t = alpha * a[j + l*lda];
            for (int i = 0; i <= j; i++)
                c[i + j*ldc] += t * a[i + l*lda];
        }
}
