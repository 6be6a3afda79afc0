/* A block of c += a*b, all with one pitch: so many rows, columns and steps from the given ones on, or as many as are left. */
#define LEAST(x, y) ((x) < (y) ? (x) : (y))

void update_block(int m, int n, int p, int block, int i0, int j0, int k0, const double *a, const double *b,
                  double *c, int pitch)
{
    int i, j, k;
    for (k = k0; k < (p < k0 + block ? p : k0 + block); k++)
        for (i = i0; i < LEAST(i0 + block, m); i++)
            for (j = j0; j < LEAST(j0 + block, n); j++)
                c[i*pitch + j] += a[i*pitch + k] * b[k*pitch + j];
}
