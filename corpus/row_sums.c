/* Adds up each row of an image, and each row of a matrix weighted. */
void row_sums(int n, int m, int pitch, const unsigned char *image, int *sum,
              int lda, const double *A, const double *x, double *weighted)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            sum[i] += image[i*pitch + j];
    for (i = 0; i < n; i++) {
        weighted[i] = 0;
        for (j = 0; j < m; j++)
            weighted[i] += A[i*lda + j]*x[j];
    }
}
