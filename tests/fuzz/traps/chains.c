/* Rows that wait for one another: gcc 12 may make loops of parts of them where several are written out. */
void behind_by_two(unsigned long n, unsigned long m, double *A)
{
    unsigned long i, j;
    for (i = 1; i + 1 < n; i++)
        for (j = 2; j + 2 < m; j++)
            A[i*m + j] = A[i*m + j - 2] + A[(i + 1)*m + j + 1] + A[i*m + j + 1] + A[(i + 1)*m + j + 1] - A[(i - 1)*m + j + 1];
}

void down_right(unsigned n, unsigned m, double *a)
{
    unsigned i, j;
    for (i = 1; i < n; i++)
        for (j = 1; j < m - 1; j++)
            a[i*m + j] = a[i*m + j - 1] + a[(i - 1)*m + j + 1];
}

void beside(int n, int m, int *a)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 2; j < m; j++)
            a[i*m + j] = (a[i*m + j] ^ a[i*m + j - 1]) + (a[i*m + j - 2] & 255);
}
