/* c += a * b of complex numbers, the parts side by side. */
void complex_products(int n, int m, int p, const double *a, const double *b, double *c)
{
    int i, j, k;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            for (k = 0; k < p; k++) {
                c[2*(i*m + j)] += a[2*(i*p + k)]*b[2*(k*m + j)] - a[2*(i*p + k) + 1]*b[2*(k*m + j) + 1];
                c[2*(i*m + j) + 1] += a[2*(i*p + k)]*b[2*(k*m + j) + 1] + a[2*(i*p + k) + 1]*b[2*(k*m + j)];
            }
}
