/* Elements on both sides of a row's beginning: p decides which row each falls in. */
void around(long L, long N, long P, float *A)
{
    for (long i = 0; i < L; i++)
        for (long p = -P; p < P; p++)
S:          A[N * i + p] = p;
}
