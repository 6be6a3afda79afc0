/* c += alpha*a*b by columns; columns of a whose factor is zero are left out. */
void gemm_zeros(int m, int n, int k, double alpha, const double *a, int lda, const double *b, int ldb,
                double *c, int ldc)
{
    int i, j, l;
    double temp;
    for (j = 0; j < n; j++)
        for (l = 0; l < k; l++)
            if (b[l + j*ldb] != 0.0) {
                temp = alpha * b[l + j*ldb];
                for (i = 0; i < m; i++)
                    c[i + j*ldc] += temp * a[i + l*lda];
            }
}
