/* C = alpha * A * B^T + beta * C: rows times rows, one dot product per element. */
void gemm_nt(int M, int N, int K, double alpha, const double *A, int lda,
             const double *B, int ldb, double beta, double *C, int ldc)
{
    int i, j, k;
    for (i = 0; i < M; ++i) {
        for (j = 0; j < N; ++j) {
            double sum = 0;
            for (k = 0; k < K; ++k) {
                sum += A[i*lda + k] * B[j*ldb + k];
            }
            C[i*ldc + j] = alpha*sum + beta*C[i*ldc + j];
        }
    }
}
