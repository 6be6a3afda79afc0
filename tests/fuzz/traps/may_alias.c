/* One such type, and no type of the unit tells pointers apart. */
typedef int __attribute__((may_alias)) any_int;
int g_n;

void may_alias_types(float *A, any_int *B, int n, int m)
{
    int i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++)
            A[i*m + j] = A[i*m + j] + (float)(B[j*n + i] & 7);
}

void global_size(float *A)
{
    int i, j;
    for (j = 0; j < 20; j++)
        for (i = 0; i < g_n; i++)
            A[i*20 + j] = 2*A[i*20 + j];
}
