#include <stddef.h>

/* x1 += A * y1 and x2 += A^T * y2. */
void mvt(size_t n, const double *A, double *x1, const double *y1, double *x2, const double *y2)
{
    size_t i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            x1[i] += A[i*n + j] * y1[j];
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            x2[i] += A[j*n + i] * y2[j];
}
