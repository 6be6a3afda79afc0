/* Lower triangle of C += alpha * A * A^T. */
void syrk(int n, int k, double alpha, const double *A, int lda, double *C, int ldc)
{
    int i, j, l;
    for (i = 0; i < n; i++)
        for (j = 0; j <= i; j++)
            for (l = 0; l < k; l++)
                C[i*ldc + j] += alpha * A[i*lda + l] * A[j*lda + l];
}
