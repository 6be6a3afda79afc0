/* Subtracts multiples of pivot rows from the rows of a matrix, as the old level 1 BLAS does: first what five does not divide. */
void steps_of_five(int n, int count, int pivots, float *a, const float *pivot_rows, const float *factors)
{
    int i, j, p, m;

    m = n % 5;
    for (i = 0; i < count; ++i)
        for (p = 0; p < pivots; ++p) {
            const float f = factors[p + i*pivots];
            for (j = 0; j < m; ++j)
                a[j + i*n] -= f * pivot_rows[j + p*n];
            for (j = m; j < n; j += 5) {
                a[j + i*n] -= f * pivot_rows[j + p*n];
                a[j + 1 + i*n] -= f * pivot_rows[j + 1 + p*n];
                a[j + 2 + i*n] -= f * pivot_rows[j + 2 + p*n];
                a[j + 3 + i*n] -= f * pivot_rows[j + 3 + p*n];
                a[j + 4 + i*n] -= f * pivot_rows[j + 4 + p*n];
            }
        }
}
