/* c = alpha*a*b by columns, added to what c holds where it is kept; zeros of b are left out. */
void gemm_kept_columns(int rows, int cols, int depth, double alpha, const double *a, int lda, const double *b, int ldb, int keep,
                       double *c, int ldc)
{
    int i, j, k;
    for (j = 0; j < cols; j++) {
        if (!keep)
            for (i = 0; i < rows; i++)
                c[ldc*j + i] = 0.0;
        for (k = 0; k < depth; k++)
            if (b[ldb*j + k] != 0.0) {
                const double factor = alpha * b[ldb*j + k];
                for (i = 0; i < rows; i++)
                    c[ldc*j + i] += factor * a[lda*k + i];
            }
    }
}
