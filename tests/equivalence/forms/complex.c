/* Complex numbers: copied, added and multiplied as the source does it. */
#include <complex.h>
void form0(int n, int m, const double complex *A, double complex *B) {
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++)
      B[j * n + i] = A[i * m + j];
}
void form1(int n, int m, double complex *A, double complex s) {
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++)
      A[i * m + j] *= s;
}
void form2(int n, int m, float complex *A, const float complex *B, const float *d) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[j * n + i] += d[i] * B[i * m + j] - B[i] * 2;
}
void form3(int n, int m, int p, double complex *C, const double complex *A,
           const double complex *B) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double complex s = 0;
      for (int k = 0; k < p; k++)
        s += A[i * p + k] * conj(B[j * p + k]);
      C[i * m + j] = s;
    }
}
void form4(int n, int m, double complex *A, const double *re, const double *im) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[j * n + i] = re[i * m + j] + I * im[i * m + j];
}
void form5(int n, int m, double complex *A, double *x) { /* x may be a part of A */
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      x[j * n + i] = creal(A[i * m + j]);
      A[i * m + j] = x[j * n + i] + 1;
    }
}
float complex form6(int n, const float complex *A) { /* a sum, whose address the nest lends */
  float complex s = 1;
  for (int i = 0; i < n; i++)
    s += A[i];
  return s;
}
double complex form7(int n, const double complex *A, double complex *B, double *most) {
  double complex s = 0, product = I;
  double norm = 0;
  for (int i = 0; i < n; i++) {
    s += A[i] * B[i];
    norm += creal(A[i]) * creal(A[i]) + cimag(A[i]) * cimag(A[i]);
    product *= A[i];
    B[i] = A[i] - s;
  }
  *most = norm;
  return s - product;
}
