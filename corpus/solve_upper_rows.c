/* Solves X*U = B in place, each row of B for itself from its first unknown on; the diagonal of U may be ones. */
void solve_upper_rows(int rows, int n, int unit, const double *u, int ldu, double *b, int ldb)
{
    int i, j, k;
    for (i = 0; i < rows; i++)
        for (j = 0; j < n; j++) {
            if (!unit) {
                double pivot = u[ldu*j + j];
                b[ldb*i + j] /= pivot;
            }
            {
                double known = b[ldb*i + j];
                for (k = j + 1; k < n; k++)
                    b[ldb*i + k] -= u[ldu*j + k] * known;
            }
        }
}
