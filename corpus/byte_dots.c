/* Products of all rows of one matrix of bytes with all rows of another. */
void byte_dots(int n, int m, int k, const signed char *a, const signed char *b, int *c)
{
    int i, j, p;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            int sum = 0;
            for (p = 0; p < k; p++)
                sum += a[i*k + p]*b[j*k + p];
            c[i*m + j] = sum;
        }
}
