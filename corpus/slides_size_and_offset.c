/* One element of each row; p decides which row it falls in. */
void column(long L, long N, long p, float *A)
{
    for (long i = 0; i < L; i++)
S:      A[N * i + N + p] = 1;
}
