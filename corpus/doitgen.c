/* Multi-resolution kernel: each row A[r][q][*] becomes its product with C4. */
void doitgen(int nr, int nq, int np, double *A, const double *C4, double *sum)
{
    int r, q, p, s;
    for (r = 0; r < nr; r++)
        for (q = 0; q < nq; q++) {
            for (p = 0; p < np; p++) {
                sum[p] = 0.0;
                for (s = 0; s < np; s++)
                    sum[p] += A[(r*nq + q)*np + s] * C4[s*np + p];
            }
            for (p = 0; p < np; p++)
                A[(r*nq + q)*np + p] = sum[p];
        }
}
