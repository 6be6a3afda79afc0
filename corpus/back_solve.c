/* Solves U*X = B for many right sides, from the last row up; the loops step their counters where they test them. */
void back_solve(unsigned n, unsigned m, const double *U, unsigned ldu, double *X)
{
    unsigned i, j, k;
    for (i = n; i-- > 0;) {
        for (k = n; --k > i;)
            for (j = 0; j < m; j++)
                X[i*m + j] -= U[i*ldu + k] * X[k*m + j];
        j = m;
        while (j--)
            X[i*m + j] /= U[i*ldu + i];
    }
}
