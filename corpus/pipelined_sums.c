/* A point from the ones on its left, above, and on the left of that one. */
void pipelined_sums(long n, long m, double *grid)
{
    long i, j;
    for (j = 1; j < n; j++)
        for (i = 1; i < m; i++)
            grid[i + j*m] = grid[i - 1 + j*m] + grid[i + (j - 1)*m] - grid[i - 1 + (j - 1)*m];
}
