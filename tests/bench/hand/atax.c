/* Hand-written, reassociated: the dot product of a row in four vectors of sums, its row used again while it is in the cache. */
#define NV 8
typedef double vec __attribute__((vector_size(64), aligned(8), may_alias));

static double dot(const double *a, const double *b, int n)
{
    vec s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};
    double sum = 0;
    int j;
    for (j = 0; j + 4*NV <= n; j += 4*NV) {
        s0 += *(const vec *)(a + j) * *(const vec *)(b + j);
        s1 += *(const vec *)(a + j + NV) * *(const vec *)(b + j + NV);
        s2 += *(const vec *)(a + j + 2*NV) * *(const vec *)(b + j + 2*NV);
        s3 += *(const vec *)(a + j + 3*NV) * *(const vec *)(b + j + 3*NV);
    }
    s0 += s1 + s2 + s3;
    for (; j < n; j++)
        sum += a[j] * b[j];
    for (j = 0; j < NV; j++)
        sum += s0[j];
    return sum;
}

void atax(int m, int n, const double *A, const double *x, double *restrict y, double *restrict tmp)
{
    int i, j;
    for (j = 0; j < n; j++)
        y[j] = 0;
    for (i = 0; i < m; i++) {
        const double *row = A + (long)i*n;
        double sum = tmp[i] = dot(row, x, n);
        for (j = 0; j < n; j++)
            y[j] += row[j] * sum;
    }
}
