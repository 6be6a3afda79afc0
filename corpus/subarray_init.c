/* Sets the box of s0 x s1 x s2 elements at (o0, o1, o2) of an array with n1 x n2 planes. */
void subarray_init(float *A, unsigned o0, unsigned o1, unsigned o2,
                   unsigned s0, unsigned s1, unsigned s2, unsigned n1, unsigned n2)
{
    unsigned i, j, k;
    for (i = 0; i < s0; i++)
        for (j = 0; j < s1; j++)
            for (k = 0; k < s2; k++)
                A[(n2*(n1*o0 + o1) + o2) + n1*n2*i + n2*j + k] = 1;
}
