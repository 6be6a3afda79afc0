/* And as it is often written. A slip of the pen: the rows of B are M long, not m. */
extern int M;

void gemm(int n, int m, int p, float A[], float B[], float C[])
{
L1: for (int i = 0; i < n; i++)
L2:   for (int j = 0; j < m; j++)
L3:     for (int k = 0; k < p; ++k)
          C[i * m + j] += A[i * p + k] * B[k * M + j];
}
