/* Functions whose fast versions have vectors. */
void gemm(int n, int m, int p, float *C, const float *A, const float *B)
{
    int i, j, k;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            for (k = 0; k < p; k++)
                C[i*m + j] += A[i*p + k] * B[k*m + j];
}

void gemm_double(int n, int m, int p, double *C, const double *A, const double *B)
{
    int i, j, k;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            for (k = 0; k < p; k++)
                C[i*m + j] -= A[i*p + k] * B[k*m + j];
}

void gemm_nt(int n, int m, int p, float *C, const float *A, const float *B)
{
    int i, j, k;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            float sum = 0;
            for (k = 0; k < p; k++)
                sum += A[i*p + k] * B[j*p + k];
            C[i*m + j] += sum;
        }
}

void rows(int n, int m, double *y, const double *A, const double *x)
{
    int i, j;
    for (i = 0; i < n; i++) {
        double sum = 0;
        for (j = 0; j < m; j++)
            sum += A[i*m + j] * x[j];
        y[i] = sum;
    }
}
