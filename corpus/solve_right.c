/* Solves x * u = alpha * b for an upper triangle u, column by column in place; zeros of u are left out. */
void solve_right(int m, int n, double alpha, const double *u, int ldu, double *b, int ldb)
{
    int i, j, k;
    double inverse;
    for (j = 0; j < n; j++) {
        for (i = 0; i < m; i++)
            b[i + j*ldb] = alpha * b[i + j*ldb];
        for (k = 0; k < j; k++)
            if (u[k + j*ldu] != 0.0)
                for (i = 0; i < m; i++)
                    b[i + j*ldb] -= u[k + j*ldu] * b[i + k*ldb];
        inverse = 1.0 / u[j + j*ldu];
        for (i = 0; i < m; i++)
            b[i + j*ldb] = inverse * b[i + j*ldb];
    }
}
