/* Hand-written: blocked right-looking LU. A panel of KB columns, the rows beside it, then the rest in tiles of MR x 2
 * vectors. */
#define KB 48
#define MR 8
typedef float vec __attribute__((vector_size(64), aligned(sizeof(float)), may_alias));
#define NV ((int)(64/sizeof(float)))
#define NR (2*NV)

static void tile(float *restrict c, long lda, const float *l, const float *u, int kb)
{
    vec t[MR][2];
    int k, ii;
#pragma GCC unroll 8
    for (ii = 0; ii < MR; ii++) {
        t[ii][0] = *(vec *)(c + ii*lda);
        t[ii][1] = *(vec *)(c + ii*lda + NV);
    }
    for (k = 0; k < kb; k++) {
        vec u0 = *(const vec *)(u + k*lda), u1 = *(const vec *)(u + k*lda + NV);
#pragma GCC unroll 8
        for (ii = 0; ii < MR; ii++) {
            t[ii][0] -= l[ii*lda + k] * u0;
            t[ii][1] -= l[ii*lda + k] * u1;
        }
    }
#pragma GCC unroll 8
    for (ii = 0; ii < MR; ii++) {
        *(vec *)(c + ii*lda) = t[ii][0];
        *(vec *)(c + ii*lda + NV) = t[ii][1];
    }
}

static void row(float *restrict x, const float *restrict y, float f, int count)
{
    int j;
    for (j = 0; j < count; j++)
        x[j] -= f * y[j];
}

void lu_rows(int n, float *a)
{
    int i, j, k, k0, k1, ii, lda = n;
    for (k0 = 0; k0 < n; k0 = k1) {
        k1 = k0 + KB < n ? k0 + KB : n;
        for (i = k0; i < n; i++)
            for (k = k0; k < k1 && k < i; k++) {
                float f = a[(long)i*lda + k] /= a[(long)k*lda + k];
                row(a + (long)i*lda + k + 1, a + (long)k*lda + k + 1, f, k1 - k - 1);
            }
        for (i = k0; i < k1; i++)
            for (k = k0; k < i; k++)
                row(a + (long)i*lda + k1, a + (long)k*lda + k1, a[(long)i*lda + k], n - k1);
        for (j = k1; j < n; j += NR)
            for (i = k1; i < n; i += MR)
                if (i + MR <= n && j + NR <= n)
                    tile(a + (long)i*lda + j, lda, a + (long)i*lda + k0, a + (long)k0*lda + j, k1 - k0);
                else
                    for (ii = i; ii < i + MR && ii < n; ii++)
                        for (k = k0; k < k1; k++)
                            row(a + (long)ii*lda + j, a + (long)k*lda + j, a[(long)ii*lda + k], j + NR <= n ? NR : n - j);
    }
}
