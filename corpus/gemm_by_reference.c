/* c += alpha*a*b by columns, as programs translated from Fortran have it: sizes and the factor by reference,
   columns of a whose factor is zero left out. */
void gemm_by_reference(const long *m, const long *n, const long *k, const double *alpha, const double *a, long lda,
                       const double *b, long ldb, double *c, long ldc)
{
    long i, j, l;
    double factor;
    for (j = 0; j < *n; ++j)
        for (l = 0; l < *k; ++l)
            if (b[l + j*ldb] != 0.) {
                factor = *alpha * b[l + j*ldb];
                for (i = 0; i < *m; ++i)
                    c[i + j*ldc] += factor * a[i + l*lda];
            }
}
