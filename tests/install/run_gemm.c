/* The package of examples/accera_gemm.cpp against sums as they stand in a book, at sizes around its tiles. */
#include <stdio.h>
#include <stdlib.h>

void gemm(long M, long N, long K, const float *A, const float *B, float *C);
void relu(long M, long N, float *C);

static int differs(long m, long n, long k)
{
    float *a = malloc((size_t)(m * k + 1) * sizeof *a), *b = malloc((size_t)(k * n + 1) * sizeof *b);
    float *c = malloc((size_t)(m * n + 1) * sizeof *c), *d = malloc((size_t)(m * n + 1) * sizeof *d);
    long x, y, z, wrong = 0;
    for (x = 0; x < m * k; x++)
        a[x] = (float)(x % 13 - 6) / 7;
    for (x = 0; x < k * n; x++)
        b[x] = (float)(x % 17 - 8) / 3;
    for (x = 0; x < m * n; x++)
        c[x] = d[x] = (float)(x % 5 - 2);
    gemm(m, n, k, a, b, c);
    relu(m, n, c);
    for (x = 0; x < m; x++)
        for (y = 0; y < n; y++) {
            for (z = 0; z < k; z++)
                d[x * n + y] += a[x * k + z] * b[z * n + y];
            if (!(d[x * n + y] > 0))
                d[x * n + y] = 0;
        }
    for (x = 0; x < m * n; x++)
        wrong += c[x] != d[x];
    if (wrong)
        printf("%ld x %ld x %ld: %ld elements differ\n", m, n, k, wrong);
    free(a), free(b), free(c), free(d);
    return wrong != 0;
}

int main(void)
{
    static const long sizes[][3] = {{0, 4, 4}, {1, 1, 1}, {6, 32, 128}, {7, 33, 129}, {12, 64, 256}, {17, 95, 300}, {64, 31, 5}};
    int failures = 0;
    size_t k;
    for (k = 0; k < sizeof sizes / sizeof *sizes; k++)
        failures += differs(sizes[k][0], sizes[k][1], sizes[k][2]);
    return failures;
}
