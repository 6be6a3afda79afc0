/* As programs translated from Fortran keep them: no variable of the routine is on the stack. */
void kept_counters(int *m, int *n, double *alpha, double *x, double *y, double *a, int *lda)
{
    static int i, j;
    static double temp;
    int a_dim1 = *lda, a_offset = 1 + a_dim1;

    a -= a_offset;
    --x;
    --y;
    for (j = 1; j <= *n; ++j) {
        temp = *alpha * y[j];
        for (i = 1; i <= *m; ++i)
            a[i + j*a_dim1] += x[i] * temp;
    }
}
