/* A[*][P1 + 2][P2 + 2], written out as a polynomial. */
void halo(long Q, long R, long S, float *Out, const float *In)
{
    for (long i = 1; i <= Q; i++)
        for (long j = 1; j <= R; j++)
            for (long k = 1; k <= S; k++)
S:              Out[i*R*S + 2*i*S + 2*i*R + 4*i + j*S + j*2 + k] =
                    In[i*R*S + 2*i*S + 2*i*R + 4*i + j*S + j*2 + k]
                    + In[7 + 2*j + k + 2*R + 3*S + j*S + R*S + 4*i + 2*R*i + 2*S*i + R*S*i]
                    + In[-7 + 2*j + k - 2*R - 3*S + j*S - R*S + 4*i + 2*R*i + 2*S*i + R*S*i];
}
