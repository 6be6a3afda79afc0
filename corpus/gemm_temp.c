/* c += alpha * a * b by columns; the factor of a column of a in a variable of the function. */
void gemm_temp(int m, int n, int k, double alpha, const double *a, int lda, const double *b, int ldb,
               double *c, int ldc)
{
    int i, j, l;
    double temp;
    for (j = 0; j < n; j++)
        for (l = 0; l < k; l++) {
            temp = alpha * b[l + j*ldb];
            for (i = 0; i < m; i++)
                c[i + j*ldc] += temp * a[i + l*lda];
        }
}
