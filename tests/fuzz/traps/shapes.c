/* Where a recovered shape is right, and one step beyond: see shapes.main.c for the sizes on both sides. */
#include <stddef.h>

/* With m*o a multiple of 2^64 all i touch the same elements: the sum runs through every one of them in turn. */
void product_overflow(unsigned long n, unsigned long m, unsigned long o, float *A)
{
    unsigned long i, j, k;
    for (i = 0; i < n; i++)
        for (j = 0; j < 64; j++)
            for (k = 0; k < 64; k++)
                A[(i*m + j)*o + k] = A[(i*m + j)*o + k]*0.5f + (float)i;
}

/* Rows of m elements that a row of w fits or runs out of. */
void row_width(int n, int w, int m, float *A)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < w; j++)
            A[i*m + j] = A[i*m + j]*0.5f + (float)(i + j);
}

/* The last element of a row is the next one's first when w reaches m. */
void row_width_inclusive(int n, int w, int m, float *A)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j <= w; j++)
            A[i*m + j] = A[i*m + j]*0.5f + (float)(i + j);
}

/* An offset that is inside the row for j alone. */
void shifted_in_row(int n, int w, int m, float *A)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < w; j++)
            A[i*m + j + 1] = A[i*m + j]*0.5f + 1;
}

/* The first element of a row reads the last of the row before. */
void shifted_before_row(int n, int w, int m, float *A)
{
    int i, j;
    for (i = 1; i < n; i++)
        for (j = 0; j < w; j++)
            A[i*m + j] = A[i*m + j - 1]*0.5f + 1;
}

/* o1 <= n1 - s1 wraps where s1 > n1. */
void unsigned_window(unsigned s0, unsigned s1, unsigned o0, unsigned o1, unsigned n1, float *A, float *B)
{
    unsigned i, j;
    for (i = 0; i < s0; i++)
        for (j = 0; j < s1; j++) {
            A[(i + o0)*n1 + j + o1] = A[(i + o0)*n1 + j + o1]*0.5f + (float)j;
            B[j*n1 + i] = 1;
        }
}

/* The second statement runs where the first does not, and has a condition of its own. */
void two_statements(int n, int a, int b, int m, float *A)
{
    int i, j;
    for (i = 0; i < n; i++) {
        for (j = 0; j < a; j++)
            A[i*m + j] = (float)j;
        for (j = 0; j < b; j++)
            A[i*m + j] = A[i*m + j]*0.5f + (float)i;
    }
}

/* [n] and [m]: one shape only where they are equal. */
void two_shapes(int n, int m, float *A)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            A[i*m + j] = A[j*n + i]*0.5f + (float)(i - j);
}

/* Columns from the last to the first, rows that start one size late. */
void folded(int n, int m, float *A)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            A[i*m + m - 1 - j] = A[(i + 1)*m - m + j]*0.5f + (float)j;
}

/* Divisions by a size of unknown sign. */
void divided(int n, int m, float *A)
{
    int t;
    for (t = 0; t < n*m; t++)
        A[(t % m)*n + t/m] = A[(t % m)*n + t/m]*0.5f + (float)t;
}

/* The size itself is an element that the nest stores. */
void size_is_stored(long *size, long n, long w, long *A)
{
    long i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < w; j++)
            A[i**size + j] = i + 1;
}

struct image {
    long width, height;
    float *data;
};

/* The base is a field that a store may change, and is not read where nothing runs. */
void field_base(struct image *p, long n, long w, float *other)
{
    long i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < w; j++)
            p->data[i*p->width + j] = other[i*w + j]*0.5f;
}

/* Words and bytes of one object. */
void two_sizes(int n, int m, unsigned *A)
{
    unsigned char *bytes = (unsigned char *)A;
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            A[i*m + j] = A[i*m + j]*3 + 1;
            bytes[i*m + j] = (unsigned char)(i + j);
        }
}

/* Subscripts of size_t that are negative in between. */
void size_t_before(size_t n, size_t m, size_t ld, const float *A, float *B)
{
    size_t i, j;
    for (i = 1; i < n; i++)
        for (j = 1; j < m; j++)
            B[(i - 1)*ld + j - 1] = A[i*ld + j - 1 - ld]*0.5f + 1;
}
