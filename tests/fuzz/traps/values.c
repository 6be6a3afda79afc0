/* Values that must be those of the source: conversions of counters, scalars across iterations, objects seen twice. */
#include <math.h>
#include <stddef.h>

float table[80*80];
float g_sum;
int g_count;
static int helper_calls;

void table_and_pointer(float *A, int n, int m)
{
    int i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++)
            table[i*m + j] = A[i*m + j] + A[j*n + i];
}

void pointer_and_table(float *A, int n, int m)
{
    int i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++)
            A[i*m + j] = table[i*m + j] + table[j*n + i];
}

void sum_through_pointer(float *A, float *sum, int n, int m)
{
    int i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++)
            *sum += A[i*m + j];
}

void sum_in_global(float *A, int n, int m)
{
    int i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++) {
            g_sum += A[i*m + j];
            A[j*n + i] = g_sum*0.25f;
        }
}

void sum_per_row(float *A, float *sums, int n, int m)
{
    int i, j;
    for (i = 0; i < n; i++) {
        sums[i] = 0;
        for (j = 0; j < m; j++)
            sums[i] += A[j*n + i];
    }
}

void local_address(int *A, int m)
{
    int n = 33, i, j, *where = &n;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            A[i*m + j] += 1;
    *where = 2;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            where[0] = A[j*n + i] & 1;
    A[0] = n;
}

void unsigned_value(unsigned n, unsigned m, double *A)
{
    unsigned i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++)
            A[i*m + j] = (double)(i - 5) + (double)(n - 100) + -j;
}

void short_value(short n, short m, int *A, short *B)
{
    short i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++) {
            A[i*m + j] = (short)(i*1000 + j) + (int)sizeof(i) + (unsigned char)(j*9);
            B[i*m + j] = i*j*100;
        }
}

void division_value(int n, unsigned m, int *A)
{
    int i, j;
    for (j = 0; j < (int)m; j++)
        for (i = 0; i < n; i++)
            A[i*(int)m + j] = (int)((i - 7)/m) + (i - 7)/3 + (i - 7)%4 + (j - i)/n;
}

void shift_value(int n, int m, unsigned *A)
{
    int i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++)
            A[i*m + j] = (1u << (i & 31)) + ((unsigned)(i - j) >> 3) + (unsigned)~i;
}

void carried_scalar(float *A, float *out, int n, int m, int times)
{
    int i, j;
    float t = 3;
    while (times-- > 0) {
        out[times] = t;
        for (j = 0; j < m; j++)
            for (i = 0; i < n; i++) {
                t = A[i*m + j] + 1;
                A[i*m + j] = t*0.5f;
            }
    }
}

void carried_counter(float *A, float *out, int n, int m, int times)
{
    int i = 4, j = 5;
    do {
        out[times] = (float)(100*i + j);
        for (j = 0; j < m; j++)
            for (i = 0; i < n; i++)
                A[i*m + j] *= 0.5f;
    } while (times-- > 0);
}

void carried_in_nest(float *A, int n, int m)
{
    int i, j;
    float t = 3;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++) {
            A[i*m + j] += t;
            t = A[i*m + j]*0.5f;
        }
}

void sometimes_set(float *A, const float *B, int n, int m)
{
    int i, j;
    float t = 3;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++) {
            if (B[i*m + j] > 1.2f)
                t = B[i*m + j];
            A[i*m + j] = t;
        }
}

void narrow_scalar(int *A, const int *B, int n, int m)
{
    int i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++) {
            signed char c = (signed char)B[i*m + j];
            float f = B[j*n + i]*1.7f;
            A[i*m + j] = c + (int)(f*1e-8f);
        }
}

static int helper(int x)
{
    helper_calls++;
    return x + 1;
}

static float scale(float x) { return x*0.5f + 1; }

int calls(float *A, const float *B, int n, int m)
{
    int i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < helper(n) - 1; i++)
            A[i*m + j] = scale(B[j*n + i]) + sqrtf(fabsf(A[i*m + j]));
    return helper_calls;
}

void bit_index(float *A, float *B, int n)
{
    int i, j;
    for (j = 0; j < 32; j++)
        for (i = 0; i < n; i++)
            A[i << 5 | j] = B[(j << 6) + i] + A[(i << 5) + (j ^ 1)];
}

void half_index(float *A, float *B, int n, int m)
{
    int i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++)
            A[i*m + j] = B[i/2*m + j] + B[i*m + (j & ~1)] + B[j%3*n + i];
}

void counting_index(float *A, float *B, int n, int m)
{
    int i, j, k = 0;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++)
            A[i*m + j] = B[k++];
}

void narrow_index(float *A, int n, int m)
{
    int i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++) {
            A[(unsigned char)(i*m + j)] += 1;
            A[(short)(i*m) + j] *= 0.5f;
        }
}

void chained(float *A, float *B, int n, int m)
{
    int i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++)
            A[i*m + j] = B[j*n + i] = A[i*m + j] + 1;
}

void swap(float *A, int n)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = i + 1; j < n; j++) {
            float t = A[i*n + j];
            A[i*n + j] = A[j*n + i];
            A[j*n + i] = t;
        }
}

void elimination(double *A, int n, int ld)
{
    int i, j, k;
    for (k = 0; k < n - 1; k++)
        for (i = k + 1; i < n; i++) {
            A[i*ld + k] /= A[k*ld + k];
            for (j = k + 1; j < n; j++)
                A[i*ld + j] -= A[i*ld + k]*A[k*ld + j];
        }
}

void shortest(int *A, int n)
{
    int i, j, k;
    for (k = 0; k < n; k++)
        for (i = 0; i < n; i++)
            for (j = 0; j < n; j++)
                if (A[i*n + k] + A[k*n + j] < A[i*n + j])
                    A[i*n + j] = A[i*n + k] + A[k*n + j];
}

void in_place(double *A, int n, int steps)
{
    int i, j, t;
    for (t = 0; t < steps; t++)
        for (i = 1; i < n - 1; i++)
            for (j = 1; j < n - 1; j++)
                A[i*n + j] = (A[(i - 1)*n + j] + A[(i + 1)*n + j] + A[i*n + j - 1] + A[i*n + j + 1])*0.25;
}

void last_column(float *A, float *B, int n, int m)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            B[i] = A[j*n + i];
}

void constant_cell(float *A, float *B, int n, int m)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            B[3*m + 1] = B[3*m + 1]*0.5f + A[j*n + i];
}

void past_two_31(long n, double *A, int stride)
{
    long i, j;
    for (j = 0; j < 16; j++)
        for (i = 0; i < n; i++)
            A[i*stride + j] += (double)(int)(i << 30);
}

/* A flag of floating point that the whole nest shares. */
void blend_flag(float *A, const float *B, float beta, int rows, int cols)
{
    int i, j;
    for (j = 0; j < cols; j++)
        for (i = 0; i < rows; i++)
            if (beta == 0)
                A[i*cols + j] = B[i*cols + j];
            else
                A[i*cols + j] = beta*A[i*cols + j] + B[i*cols + j];
}

void blend_behind_pointer(float *A, const float *B, const float *beta, int rows, int cols)
{
    int i, j;
    for (j = 0; j < cols; j++)
        for (i = 0; i < rows; i++)
            if (!(*beta >= 0.5f))
                A[i*cols + j] = B[i*cols + j];
            else
                A[i*cols + j] = *beta*A[i*cols + j] + B[i*cols + j];
}

/* A static function with this loop has no effect to gcc 12: it addresses A[2*i] from a null pointer, and what follows the load
   counts as never reached when it looks for pure functions. */
void doubled(double *A, int n)
{
    int i;
    for (i = 0; i < n; i++)
        A[i] = A[i] * A[2*i];
}
