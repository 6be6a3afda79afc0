/* Adds the transpose of a to b, and takes a step in a. */
void add_turned(int n, int m, double step, double *a, double *b)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            b[i*m + j] += a[j*n + i];
            a[j*n + i] += step;
        }
}
