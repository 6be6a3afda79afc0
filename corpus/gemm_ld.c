/* C += A * B with a leading dimension for each matrix. */
void gemm_ld(int n, int m, int p, float *C, int ldc, const float *A, int lda, const float *B, int ldb)
{
    int i, j, k;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            for (k = 0; k < p; k++)     /* dot product */
                C[i*ldc + j] += A[i*lda + k] * B[k*ldb + j];
}
