/* The function keeps one element while it stores the other. */
static void exchange(float *v, int i, int j)
{
    float kept = v[i];
    v[i] = v[j];
    v[j] = kept;
}

void exchange_rows(int n, int m, float *v)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            exchange(v, i*m + j, (n + i)*m + j);
}
