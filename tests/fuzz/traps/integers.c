/* Counters and indices at the limits of their types. */
#include <stddef.h>

void unsigned_minus_one(unsigned n, unsigned m, float *A, float *B)
{
    unsigned i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            B[j*n + i] = A[i*m + j - 1];
}

void unsigned_product(unsigned n, unsigned m, unsigned ld, unsigned char *A)
{
    unsigned i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            A[i*ld + j] += 1;
}

void unsigned_bound(unsigned n, unsigned m, int *A)
{
    unsigned i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n - 1; i++)
            A[i*m + j] += (int)i;
}

void size_t_minus(size_t n, size_t m, const double *A, double *B)
{
    size_t i, j;
    for (j = 1; j < m; j++)
        for (i = 1; i < n; i++)
            B[i*m + j] = A[(i - 1)*m + j] + A[i*m + j - 1];
}

void size_t_product(size_t n, size_t m, size_t o, unsigned char *A)
{
    size_t i, j, k;
    for (i = 0; i < n; i++)
        for (j = 0; j < 4; j++)
            for (k = 0; k < 80; k++)
                A[(i*m + j)*o + k] += 1;
}

void size_t_offset(size_t n, size_t m, size_t off, float *A)
{
    size_t i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++)
            A[i*m + j + off] *= 2;
}

void short_counter(short n, short m, int *A)
{
    short i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++)
            A[i*m + j] += i;
}

void uchar_counter(unsigned char n, unsigned char m, int *A)
{
    unsigned char i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++)
            A[i*m + j] += i;
}

void uchar_narrow(int n, int m, int *A)
{
    unsigned char i, j;
    for (j = 0; j < m; j += 3)
        for (i = 0; i < n; i++)
            A[i*m + j] += i;
}

void down(int n, int m, int ld, double *A)
{
    int i, j;
    for (j = m - 1; j >= 0; j -= 3)
        for (i = n; i-- > 0;)
            A[i*ld + j] = A[i*ld + j]*0.5 + i;
}

void down_unsigned(unsigned n, unsigned m, double *A)
{
    unsigned i, j;
    for (j = 0; j < m; j++)
        for (i = n; i > 0; i--)
            A[(i - 1)*m + j] = A[(i - 1)*m + j]*0.5 + j;
}

void not_equal(int n, int m, double *A)
{
    int i, j;
    for (j = 0; j != m; j++)
        for (i = 0; i != n; i++)
            A[i*m + j] = A[i*m + j]*0.5 + j;
}

void less_equal(unsigned n, unsigned m, double *A)
{
    unsigned i, j;
    for (j = 0; j <= m; j++)
        for (i = 1; i <= n; i++)
            A[i*(m + 1) + j] = A[(i - 1)*(m + 1) + j]*0.5 + j;
}

void mixed_signs(int n, unsigned m, double *A)
{
    int i, j;
    for (j = 0; j < (int)m; j++)
        for (i = 0; i < n; i++)
            A[i*m + j] *= 0.5;
}

void mixed_compare(int n, unsigned m, double *A, int from)
{
    int i;
    unsigned j;
    for (i = 0; i < n; i++)
        for (j = from; j < m; j++)
            A[i*m + j] *= 0.5;
}

long live_out(int n, int m, int *A, long *out)
{
    int i, j;
    for (i = 0; i < n; i += 3)
        for (j = i; j < m; j += 2)
            A[j*n + i] += 1;
    out[0] = i;
    return j;
}

int live_scalar(int n, int m, int *A)
{
    int i, j, t = 9;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            t = A[j*n + i] + 1;
            A[j*n + i] = t;
        }
    return t;
}

int last_true(int n, int m, int *A)
{
    int i, j, t = 9;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            if (A[j*n + i] > 40)
                t = i;
            A[j*n + i] += 1;
        }
    return t;
}

void negative_lead(int n, int m, int ld, double *A)
{
    int i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++)
            A[i*ld + j] += 1;
}

void int_of_long(long n, long m, double *A)
{
    long i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++)
            A[(int)(i*m) + j] += 1;
}

void narrow_store(int n, int m, signed char *A, short *B, const int *C)
{
    int i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++) {
            A[i*m + j] = (signed char)C[j*n + i];
            B[i*m + j] += A[i*m + j];
            B[i*m + j] ^= 3;
            B[i*m + j] <<= 1;
        }
}

void float_double(int n, int m, float *A, const float *B, double s)
{
    int i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++)
            A[i*m + j] += s*B[j*n + i] - 1.0f/3;
}

void recurrence(int n, int m, float *A)
{
    int i, j;
    for (j = 1; j < m; j++)
        for (i = 1; i < n; i++)
            A[i*m + j] = A[i*m + j - 1] + A[(i - 1)*m + j]*0.5f;
}

void anti(int n, int m, float *A)
{
    int i, j;
    for (i = 0; i < n - 1; i++)
        for (j = 0; j < m - 1; j++)
            A[i*m + j] = A[(i + 1)*m + j] + A[i*m + j + 1];
}

void division(int n, int m, int w, int *A, int *B)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m/w; j++)
            A[j*n + i] = B[i*(m/w) + j] + 1;
}

void short_circuit(int n, int m, const float *A, float *B)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            if (j + 1 < m && A[i*m + j + 1] > 1.5f)
                B[j*n + i] = 1;
}

void flag_guard(int n, int m, int has, const float *A, float *B)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            float t = 1;
            if (has)
                t = A[i*m + j];
            B[j*n + i] = t + B[j*n + i];
        }
}

void question(int n, int m, int has, const float *A, float *B)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            B[j*n + i] += has ? A[i*m + j] : 2.0f;
}

void conditional_store(int n, int m, const float *A, float *B)
{
    int i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++)
            if (A[i*m + j] > 1.5f)
                B[i*m + j] = A[i*m + j];
}

void conditional_size(int n, int m, int *which, float *A)
{
    int i, j;
    for (i = 0; i < n; i++)
        if (which)
            for (j = 0; j < m; j++)
                A[j*n + i] += (float)which[0];
}

void min_bound(int n, int m, int b, float *A)
{
    int i, j, ii, jj;
    for (ii = 0; ii < n; ii += b)
        for (jj = 0; jj < m; jj += b)
            for (i = ii; i < (ii + b < n ? ii + b : n); i++)
                for (j = jj; j < (jj + b < m ? jj + b : m); j++)
                    A[j*n + i] = A[j*n + i]*0.5f + (float)(i - j);
}

/* Which values the counters take depends on which bound is the start. */
void two_starts(int n, int m, float *A)
{
    int i, j;
    for (i = (n < m ? n : m) - 1; i >= 0; i -= 3)
        for (j = 0; j < m; j++)
            A[i*m + j] = A[i*m + j]*0.5f + (float)j;
}

void two_starts_up(int n, int m, int a, float *A)
{
    int i, j;
    for (i = a > n - 20 ? a : n - 20; i < n; i += 3)
        for (j = 0; j < m; j++)
            A[i*m + j] = A[i*m + j]*0.5f + (float)j;
}

void empty_inner(int n, int m, float *A)
{
    int i, j;
    for (i = 0; i < n; i++) {
        A[i*m] = 1;
        for (j = 0; j < m; j++)
            ;
        A[i*m + 1] = (float)j;
    }
}

/* The first value of k is negative from 2^31 + 1 on: *m is not read then. */
void size_below_a_narrow_counter(unsigned n, const unsigned *m, unsigned ld, double *A)
{
    int k;
    unsigned t;
    for (k = (int)(n - 1); k >= 0; k--)
        for (t = 0; t < *m; t++)
            A[k*ld + t] *= 2;
}
