/* The product of all pairs of rows, by the dot product of a library's own. */
static double dot(int n, const double *x, const double *y)
{
    double sum = 0;
    int k;
    for (k = 0; k < n; k++)
        sum += x[k] * y[k];
    return sum;
}

void gram_by_dot(int n, int m, const double *rows, double *gram)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            gram[i*n + j] = dot(m, rows + i*m, rows + j*m);
}
