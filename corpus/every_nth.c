/* Rows at a distance that is a parameter; the loop variables have different types. */
void every_nth(int n, unsigned long m, int step, double *a, double factor)
{
    int i;
    unsigned long j;
    for (i = 0; i < n; i += step)
        for (j = 0; j < m; j++)
            a[i*m + j] *= factor;
}
