#define A(I, J) a[((I) - 1) + ((J) - 1)*lda]
#define B(I, J) b[((I) - 1) + ((J) - 1)*ldb]
#define C(I, J) c[((I) - 1) + ((J) - 1)*ldc]

/* C += A * B as a reference BLAS counts: from one, columns contiguous. */
void gemm_columns(int m, int n, int k, const double *a, int lda, const double *b, int ldb,
                  double *c, int ldc)
{
    int i, j, l;
    for (j = 1; j <= n; ++j)
        for (l = 1; l <= k; ++l)
            for (i = 1; i <= m; ++i)
                C(i, j) = C(i, j) + B(l, j)*A(i, l);
}
