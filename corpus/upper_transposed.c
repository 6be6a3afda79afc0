/* b = alpha * (a transposed) * b by columns, where a is an upper triangle. From the last row on: those above are still b's own. */
void upper_transposed(int rows, int cols, double alpha, const double *a, int lda, double *b, int ldb, int unit)
{
    int i, j, k;
    for (j = 0; j < cols; j++)
        for (i = rows - 1; i >= 0; i--) {
            double sum = b[ldb*j + i];
            if (!unit)
                sum *= a[lda*i + i];
            for (k = 0; k < i; k++)
                sum += a[lda*i + k] * b[ldb*j + k];
            b[ldb*j + i] = alpha * sum;
        }
}
