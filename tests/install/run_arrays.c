/* The package of examples/accera_arrays.cpp, with an allocator that can be empty. */
#include <stdlib.h>

int range(float start, float end, float step, long *N, float **A);
int centre(long R, long C, double *X);

static int isEmpty;

void __accera_allocate(void **memory, unsigned long bytes)
{
    *memory = isEmpty ? 0 : malloc(bytes);
}

int main(void)
{
    double x[3][5];
    float *a, value = 2;
    long n, i, j;
    if (range(2, 7, 0.25f, &n, &a) || n != 20)
        return 1;
    for (i = 0; i < n; i++, value += 0.25f)
        if (a[i] != value)
            return 2;
    free(a);
    isEmpty = 1;
    if (range(2, 7, 0.25f, &n, &a) != 1 || a)
        return 3;
    for (i = 0; i < 3; i++)
        for (j = 0; j < 5; j++)
            x[i][j] = (double)(i * 7 + j);
    if (centre(3, 5, &x[0][0]))
        return 4;
    for (i = 0; i < 3; i++)
        for (j = 0; j < 5; j++)
            if (x[i][j] - (double)(j - 2) > 1e-12 || (double)(j - 2) - x[i][j] > 1e-12)
                return 5;
    return 0;
}
