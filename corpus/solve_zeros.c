/* Solves u * x = b for an upper triangle u and n right hand sides, in place; zeros are left out. */
void solve_zeros(int m, int n, const double *u, int ldu, double *b, int ldb)
{
    int i, j, k;
    for (j = 0; j < n; j++)
        for (k = m - 1; k >= 0; k--)
            if (b[k + j*ldb] != 0.0) {
                b[k + j*ldb] /= u[k + k*ldu];
                for (i = 0; i < k; i++)
                    b[i + j*ldb] -= b[k + j*ldb] * u[i + k*ldu];
            }
}
