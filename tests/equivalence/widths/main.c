/* Prints a hash of what the functions of kernels.c leave in memory, for sizes around those of tiles. */
#include <stdio.h>

void gemm(int n, int m, int p, float *C, const float *A, const float *B);
void gemm_double(int n, int m, int p, double *C, const double *A, const double *B);
void gemm_nt(int n, int m, int p, float *C, const float *A, const float *B);
void rows(int n, int m, double *y, const double *A, const double *x);

enum { SIZE = 128 };
static float a[SIZE * SIZE], b[SIZE * SIZE], c[SIZE * SIZE];
static double d[SIZE * SIZE], e[SIZE * SIZE], f[SIZE * SIZE];
static unsigned state = 1, hash = 2166136261u;

static double value(void)
{
    state = state * 1664525u + 1013904223u;
    return state / 4294967296.0 - 0.5;
}

static void fill(void)
{
    int k;
    for (k = 0; k < SIZE * SIZE; k++) {
        a[k] = (float)value(), b[k] = (float)value(), c[k] = (float)value();
        d[k] = value(), e[k] = value(), f[k] = value();
    }
}

static void add(const void *memory, unsigned size)
{
    unsigned k;
    for (k = 0; k < size; k++)
        hash = (hash ^ ((const unsigned char *)memory)[k]) * 16777619u;
}

int main(void)
{
    static const int sizes[][3] = {{1, 1, 1}, {8, 32, 16}, {9, 33, 17}, {16, 64, 64}, {31, 47, 5}, {64, 96, 100}, {97, 70, 127}};
    unsigned k;
    for (k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        int n = sizes[k][0], m = sizes[k][1], p = sizes[k][2];
        fill();
        gemm(n, m, p, c, a, b);
        gemm_nt(n, m, p, c, a, b);
        gemm_double(n, m, p, f, d, e);
        add(c, sizeof c), add(f, sizeof f);
        rows(n, m, f, d, e);
        add(f, sizeof f);
    }
    printf("%08x\n", hash);
    return 0;
}
