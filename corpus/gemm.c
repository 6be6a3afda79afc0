/* C += A * B, all three matrices packed row by row. */
void gemm(int n, int m, int p, float *C, const float *A, const float *B)
{
    int i, j, k;

    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            for (k = 0; k < p; k++)
                C[i*m + j] += A[i*p + k] * B[k*m + j];
}
