/* The same column beside another access of the array: now p has a meaning. */
void columns(long L, long N, long p, float *A)
{
    for (long i = 0; i < L; i++) {
S1:     A[N * i] = 0;
S2:     A[N * i + N + p] = 1;
    }
}
