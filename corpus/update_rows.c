/* The innermost loop stands in a function of its own; what it is given is read before it stores. */
static void add_scaled(int n, float a, const float *x, float *y)
{
    int i;
    for (i = 0; i < n; i++)
        y[i] += a * x[i];
}

void update_rows(int rows, int cols, int depth, const float *a, const float *b, float *c)
{
    int i, k;
    for (i = 0; i < rows; i++)
        for (k = 0; k < depth; k++)
            add_scaled(cols, a[i*depth + k], &b[k*cols], &c[i*cols]);
}
