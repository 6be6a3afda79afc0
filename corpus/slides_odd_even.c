/* Each even row becomes a copy of the odd row below it. */
void oddEvenCopy(int N, float *Ptr)
{
#define A(o0, o1) Ptr[(o0) * N + (o1)]
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
S:          A(2 * j, i) = A(2 * j + 1, i);
}
