/* The same product where the language knows the sizes. */
void gemm(int n, int m, int p, float A[n][p], float B[p][m], float C[n][m])
{
L1: for (int i = 0; i < n; i++)
L2:   for (int j = 0; j < m; j++)
L3:     for (int k = 0; k < p; ++k)
          C[i][j] += A[i][k] * B[k][j];
}
