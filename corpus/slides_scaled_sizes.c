/* A[*][2*H][3*W]: every size a multiple of a parameter. */
void scaled(long n, long H, long W, float *A)
{
    for (long i = 0; i < n; i++)
        for (long j = 0; j < 2*H; j++)
            for (long k = 0; k < 3*W; k++)
S:              A[i*2*H*3*W + j*3*W + k] = 0;
}
