/* A fill in S1, and single elements whose subscripts hold the sizes themselves. */
void corners(long L, long N, long M, float *A)
{
    for (long z = 0; z < L; z++) {
        for (long i = 0; i < L; i++)
            for (long j = 0; j < N; j++)
                for (long k = 0; k < M; k++)
S1:                 A[i * (N * M) + j * M + k] = 0;
S2:     A[N * M + M + 1] += 1;
S3:     A[M - 1] += 2;
S4:     A[N * M - M] += 3;
S5:     A[N * M - 1] += 4;
    }
}
