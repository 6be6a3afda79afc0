/* Hand-written: a panel of A transposed in a buffer, tiles of C in registers; tiles on the diagonal element by element. */
#include <stdlib.h>

#define KB 256
#define MR 8
#define NV 8
#define NR (2*NV)
typedef double vec __attribute__((vector_size(64), aligned(8), may_alias));

static void tile(double *restrict c, long ldc, const double *a, long lda, const double *restrict b, double alpha, int kb)
{
    vec t[MR][2];
    int l, ii;
#pragma GCC unroll 8
    for (ii = 0; ii < MR; ii++) {
        t[ii][0] = *(vec *)(c + ii*ldc);
        t[ii][1] = *(vec *)(c + ii*ldc + NV);
    }
    for (l = 0; l < kb; l++) {
        vec b0 = *(const vec *)(b + l*NR), b1 = *(const vec *)(b + l*NR + NV);
#pragma GCC unroll 8
        for (ii = 0; ii < MR; ii++) {
            double f = alpha * a[ii*lda + l];
            t[ii][0] += f * b0;
            t[ii][1] += f * b1;
        }
    }
#pragma GCC unroll 8
    for (ii = 0; ii < MR; ii++) {
        *(vec *)(c + ii*ldc) = t[ii][0];
        *(vec *)(c + ii*ldc + NV) = t[ii][1];
    }
}

void syrk(int n, int k, double alpha, const double *A, int lda, double *C, int ldc)
{
    int i, j, l, l0, ii, jj;
    double *b = malloc(sizeof(double)*KB*NR);
    for (l0 = 0; l0 < k; l0 += KB) {
        int kb = k - l0 < KB ? k - l0 : KB;
        for (j = 0; j < n; j += NR) {
            int nr = n - j < NR ? n - j : NR;
            for (jj = 0; jj < nr; jj++)
                for (l = 0; l < kb; l++)
                    b[l*NR + jj] = A[(long)(j + jj)*lda + l0 + l];
            for (i = j/MR*MR; i < n; i += MR)
                if (i + MR <= n && j + NR <= i + 1)
                    tile(C + (long)i*ldc + j, ldc, A + (long)i*lda + l0, lda, b, alpha, kb);
                else
                    for (ii = i; ii < i + MR && ii < n; ii++)
                        for (l = 0; l < kb; l++)
                            for (jj = j; jj < j + nr && jj <= ii; jj++)
                                C[(long)ii*ldc + jj] += alpha * A[(long)ii*lda + l0 + l] * b[l*NR + jj - j];
        }
    }
    free(b);
}
