/* Each even row becomes a copy of the odd row below it, in an array of fixed size. */
#define N 40

float A[2 * N][N];

void oddEvenCopy(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
S:          A[2 * j][i] = A[2 * j + 1][i];
}
