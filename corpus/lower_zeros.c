/* Solves L*X = B, columns of X one after the other. Where an element of the solution is zero nothing below it changes, and its column is
   not touched. */
void lower_zeros(int n, int m, const double *L, int ldl, double *X, int ldx)
{
    int i, j, k;
    for (j = 0; j < m; j++)
        for (k = 0; k < n; k++)
            if (X[k + j*ldx] != 0.0) {
                X[k + j*ldx] /= L[k + k*ldl];
                for (i = k + 1; i < n; i++)
                    X[i + j*ldx] -= X[k + j*ldx] * L[i + k*ldl];
            }
}
