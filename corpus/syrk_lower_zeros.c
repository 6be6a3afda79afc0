/* The lower triangle of c = beta * c + alpha * a * a' by columns, each from its diagonal on; zeros of a are left out. */
void syrk_lower_zeros(int n, int depth, double alpha, const double *a, int lda, double beta, double *c, int ldc)
{
    int i, j, l;
    for (j = 0; j < n; j++) {
        for (i = j; i < n; i++)
            c[i + j*ldc] *= beta;
        for (l = 0; l < depth; l++)
            if (a[j + l*lda] != 0.0) {
                double t = alpha * a[j + l*lda];
                for (i = j; i < n; i++)
                    c[i + j*ldc] += t * a[i + l*lda];
            }
    }
}
