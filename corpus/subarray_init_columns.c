/* subarray_init as a program converted from Fortran has it: the first index is innermost. */
void subarray_init_columns(float *A, unsigned o0, unsigned o1, unsigned o2,
                           unsigned s0, unsigned s1, unsigned s2, unsigned n1, unsigned n2)
{
    unsigned i, j, k;
    for (k = 0; k < s2; k++)
        for (j = 0; j < s1; j++)
            for (i = 0; i < s0; i++)
                A[(n2*(n1*o0 + o1) + o2) + n1*n2*i + n2*j + k] = 1;
}
