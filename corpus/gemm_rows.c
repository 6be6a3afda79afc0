/* c += alpha * a * b, row by row: one element of a, scaled, times a row of b. */
void gemm_rows(int m, int n, int k, float alpha, const float *a, int lda, const float *b, int ldb,
               float *c, int ldc)
{
    int i, j, l;
    for (i = 0; i < m; i++) {
        for (l = 0; l < k; l++) {
            float scaled = alpha * a[i*lda + l];
            for (j = 0; j < n; j++)
                c[i*ldc + j] += scaled * b[l*ldb + j];
        }
    }
}
