/* c += alpha*a*b by rows; rows of b whose scaled factor is zero are left out. */
void gemm_scaled_zeros(int rows, int cols, int depth, double alpha, const double *a, int lda, const double *b, int ldb,
                       double *c, int ldc)
{
    int i, j, k;
    for (k = 0; k < depth; k++)
        for (i = 0; i < rows; i++) {
            const double factor = alpha * a[lda*i + k];
            if (factor != 0.0) {
                for (j = 0; j < cols; j++)
                    c[ldc*i + j] += factor * b[ldb*k + j];
            }
        }
}
