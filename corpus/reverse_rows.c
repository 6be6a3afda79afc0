/* Counts down, in both loops. */
void reverse_rows(int n, int m, const float *from, float *to)
{
    int i, j;
    for (i = n - 1; i >= 0; i--)
        for (j = m; j > 0; --j)
            to[(n - 1 - i)*m + j - 1] = from[i*m + j - 1];
}
