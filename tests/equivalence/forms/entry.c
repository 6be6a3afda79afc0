/* Variables that are set before the nest: known as far as nothing changes them, or what they name. */
#include <stddef.h>
void form0(double *A, int n, int m) {
  int i, j, plane = n * m, k = 0;
  double *p = A + plane;
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++)
      p[i * m + j] = A[k++];
}
void form1(double *A, int n, int m) {
  int i, j, ld = m;
  m = m - 1;
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++)
      A[i * ld + j] += 1;
}
void form2(double *A, int n, int m, int c) {
  int i, j, ld = m;
  if (c)
    ld = m + 2;
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++)
      A[i * ld + j] += 1;
}
void form3(double *A, int n, int m) {
  int i = 0, j;
  while (i < n) {
    j = 0;
    while (j < m) {
      A[i * m + j] *= 2;
      j++;
    }
    i++;
  }
}
int form4(double *A, int n, int m) {
  int i = 2, j;
  for (; i < n; i++) {
    j = i;
    while (j < m)
      A[i * m + j++] *= 2;
  }
  return i;
}
void form5(double *A, int n, int m) {
  int i, j = 0; /* the inner loop runs once, as j is not set again */
  for (i = 0; i < n; i++)
    while (j < m) {
      A[i * m + j] *= 2;
      j++;
    }
}
void form6(double *A, int n, int m) {
  double *p = A;
  int i, j;
  for (i = 0; i < n; i++, p += m)
    for (j = 0; j < m; j++)
      p[j] += A[i * m + j];
}
void form7(double *A, int n, int w) {
  int i, j, m = w;
  {
    int w = 2;
    for (i = 0; i < n; i++)
      for (j = 0; j < m; j++)
        A[i * m + j] = w;
  }
}
void form8(unsigned char *A, unsigned n, unsigned m) {
  unsigned i, j, size = n * m; /* may wrap */
  unsigned char *B = A + size;
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++)
      B[i * m + j] = A[i * m + j];
}
void form9(double *A, const double *B, int n) {
  int i, j, k = 0;
  for (i = 0; i < n; i++)
    for (j = 0; j <= i; j++)
      A[k++] = B[i * n + j];
}
void form10(double *A, double *x, unsigned n) {
  unsigned i, j, k = 0;
  for (j = 0; j < n; j++) {
    for (i = j; i < n; i++)
      x[i] += A[k + i - j];
    k += n - j;
  }
}
int form11(double *A, int n, int m) {
  int i, j, k = 0;
  for (i = m; i < n; i++) { /* no need: the inner loop may end before it starts */
    for (j = 0; j < i - 2; j++)
      A[k++] += 1;
  }
  return k;
}
/* The check reckons with a quotient of arithmetic that may overflow. */
void form12(float *e, const float *s, int n) {
  int i;
  for (i = (n + 1) / 2 - 1; i >= 0; --i)
    e[i] = s[i];
}

/* Variables of the file that are declared below its first function. */
static const float late_gains[4][8] = {{1, 2}, {3}};
static int late_width = 5;
static float *late_rows;
float late_bias[32], late_scale = 2;
void late_use(int colors, int n, float *a, int m) {
  for (int i = 0; i < n; i++)
    for (int c = 0; c < colors; c++)
      a[i * m + c] *= late_gains[c][3] + late_bias[c] * late_scale;
}
void late_store(int n, const float *a) {
  for (int i = 0; i < n; i++)
    for (int c = 0; c < late_width; c++)
      late_rows[i * late_width + c] = a[c * n + i];
}
float late_sum(int n, int m, const float *restrict a) {
  for (int i = 0; i < n; i++)
    for (int c = 0; c < m; c++)
      late_scale += a[c * n + i];
  return late_scale;
}
static float late_cube[3][4][5][6];
static unsigned late_high;
static size_t late_wide = 8;
void late_blocks(int p, int q, int r, int s, float *a) {
  for (int i = 0; i < p; i++)
    for (int j = 0; j < q; j++)
      for (int k = 0; k < r; k++)
        for (int l = 0; l < s; l++)
          a[((i * q + j) * r + k) * s + l] += late_cube[i][j][k][l];
}
void late_turned(float *a, const float *b) {
  for (unsigned i = 0; i < late_high; i++)
    for (size_t j = 0; j < late_wide; j++)
      a[i * late_wide + j] = b[j * late_high + i];
}
void late_eight(float *a, const float *b) {
  for (int i = 0; i < 8; i++)
    for (unsigned j = 0; j < late_high; j++)
      a[i * late_high + j] += b[i * late_high + j];
}
void late_set(int n, float *a) {
  late_width = n;
  late_rows = a;
}

/* Columns of a sparse matrix whose places are long. */
void entry_column(const long *first, const double *value, long j, double *w) {
  for (long p = first[j]; p < first[j + 1]; p++)
    w[p] = 2 * value[p];
}
double entry_columns(const long *first, const double *value, long n) {
  double most = 0;
  for (long j = 0; j < n; j++) {
    double sum = 0;
    for (long p = first[j]; p < first[j + 1]; p++)
      sum += value[p];
    most = sum > most ? sum : most;
  }
  return most;
}
