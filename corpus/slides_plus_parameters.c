/* A[*][P1 + 1][P2 + 3]: rows and planes with a rim. */
void rim(long n, long P, long Q, float *A)
{
    for (long i = 0; i < n; i++)
        for (long j = 0; j < P + 1; j++)
            for (long k = 0; k < Q + 3; k++)
S:              A[i*P*Q + 3*i*P + i*Q + 3*i + j*Q + 3*j + k] = 0;
}
