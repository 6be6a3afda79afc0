/* Solves L*X = B in place for many right sides, row by row from the first one on; the diagonal of L may be ones. */
void solve_lower(int n, int sides, int unit, const double *l, int ldl, double *b, int ldb)
{
    int i, j, k;
    for (i = 0; i < n; i++) {
        if (!unit) {
            double pivot = l[ldl*i + i];
            for (j = 0; j < sides; j++)
                b[ldb*i + j] /= pivot;
        }
        for (k = i + 1; k < n; k++) {
            const double factor = l[ldl*k + i];
            for (j = 0; j < sides; j++)
                b[ldb*k + j] -= factor * b[ldb*i + j];
        }
    }
}
