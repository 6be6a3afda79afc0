/* Sets the box of s0 x s1 x s2 elements at (o0, o1, o2) of an array of n0 x n1 x n2. */
void set_subarray(float A[], unsigned o0, unsigned o1, unsigned o2, unsigned s0, unsigned s1, unsigned s2,
                  unsigned n0, unsigned n1, unsigned n2)
{
    for (unsigned i = 0; i < s0; i++)
        for (unsigned j = 0; j < s1; j++)
            for (unsigned k = 0; k < s2; k++)
S:              A[(n2 * (n1 * o0 + o1) + o2) + n1 * n2 * i + n2 * j + k] = 1;
}
