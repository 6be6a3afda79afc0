/* A column is added only where its factor is not zero: what runs is for the data to say. */
void skip_zeros(int n, int m, int lda, const double *a, const double *x, double *y)
{
    int i, j;
    for (j = 0; j < n; j++)
        if (x[j] != 0.0) {
            double factor = 2.0*x[j];
            for (i = 0; i < m; i++)
                y[i] += factor*a[i + j*lda];
        }
}
