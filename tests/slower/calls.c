/* Each kernel at a size: how its arguments follow from one number. Compiled without rewriting, beside either version. */
#include <stddef.h>
#include <string.h>

void matrix_vector(int, int, double *, const double *, const double *);
void vector_matrix(int, int, double *, const double *, const double *);
void product(int, double *, const double *, const double *);
void product_add(int, float *, const float *, const float *);
void dense(int, int, int, float *, const float *, const float *, const float *);
void distances(int, int, float *, const float *);
void convolve(int, int, float *, const float *, const float *);
void prefix_sums(int, int, double *);
void blur(int, int, unsigned char *, const unsigned char *);
void column_maxima(int, int, float *, const float *);
void transpose(int, int, double *, const double *);
void transpose_add(int, double *, double *);
void stencil(int, double *, const double *);
void symmetrize(int, double *);
void scale_rows(int, int, double *, const double *);
void solve_lower(int, double *, const double *);
void eliminate(int, double *);
void gray(int, int, unsigned char *, const unsigned char *);

/* a, b, c: zeroed or filled memory that holds 8*(n + 64)*(n + 64) bytes each. */
void acc_slower_call(const char *name, int n, void *a, void *b, void *c)
{
#define IS(text) (strcmp(name, text) == 0)
    if (IS("matrix_vector")) matrix_vector(n, n, a, b, c);
    else if (IS("matrix_vector_flat")) matrix_vector(4, n, a, b, c);
    else if (IS("vector_matrix")) vector_matrix(n, n, a, b, c);
    else if (IS("product")) product(n, a, b, c);
    else if (IS("product_add")) product_add(n, a, b, c);
    else if (IS("dense")) dense(8, n, n, a, b, c, (float *)c + n*n);
    else if (IS("distances")) distances(n, 3, a, b);
    else if (IS("convolve")) convolve(n*n/2, 5, a, b, c);
    else if (IS("prefix_sums")) prefix_sums(n, n, a);
    else if (IS("blur")) blur(n, n, a, b);
    else if (IS("column_maxima")) column_maxima(n, n, a, b);
    else if (IS("transpose")) transpose(n, n, a, b);
    else if (IS("transpose_flat")) transpose(6, n, a, b);
    else if (IS("transpose_add")) transpose_add(n, a, b);
    else if (IS("stencil")) stencil(n, a, b);
    else if (IS("symmetrize")) symmetrize(n, a);
    else if (IS("scale_rows")) scale_rows(n, n, a, b);
    else if (IS("solve_lower")) solve_lower(n, a, b);
    else if (IS("eliminate")) eliminate(n, a);
    else if (IS("gray")) gray(n, n, a, b);
}
