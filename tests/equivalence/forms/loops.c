/* Loops that test late, step in their test, or count in a variable with a life beyond them. */
#include <stddef.h>
void form0(double *A, int n, int m) {
  int i = 0, j;
  do {
    j = 0;
    do {
      A[i * m + j] *= 2;
      j++;
    } while (j < m);
    i++;
  } while (i < n);
}
void form1(double *A, const double *B, int n, int m) {
  int i = 0, j;
  do {
    j = m;
    do {
      *A++ += *B++;
    } while (--j);
  } while (++i < n);
}
void form2(double *A, int n, int m) { /* one iteration more than the test says */
  int i = 0, j;
  do {
    j = m;
    do
      *A++ *= 2;
    while (j-- > 0);
  } while (i++ < n);
}
void form3(double *A, const double *B, unsigned n, int m) {
  unsigned i = n;
  do {
    for (int j = 0; j < m; j++)
      A[i * m + j] += B[j];
  } while (i--);
}
void form4(double *A, const double *B, int n, int m) {
  int i = 0;
  do {
    int j = 0;
    do
      A[i * m + j] += B[j];
    while (++j <= i);
  } while (++i < n);
}
int form5(double *A, int n, int m) { /* what the counter is behind a do loop */
  int i = 0;
  do {
    for (int j = 0; j < m; j++)
      A[i * m + j] += i;
    i += 3;
  } while (i < n);
  return i;
}
void form6(double *A, int n, int m) {
  int i = 0;
  do {
    if (i == 3)
      continue; /* goes to the test, which steps */
    for (int j = 0; j < m; j++)
      A[i * m + j] += i;
  } while (++i < n);
}
void form7(double *A, const double *B, int n, int m) {
  while (n > 0) {
    n--;
    for (int j = 0; j < m; j++)
      A[n * m + j] += B[j];
  }
}
void form8(double *A, const double *B, int n, int m) {
  while (n--)
    for (int j = 0; j < m; j++)
      *A++ += B[j];
}
void form9(double *A, const double *B, int n, int m) {
  while (--n >= 0)
    for (int j = 0; j < m; j++)
      *A++ += B[j];
}
void form10(double *A, const double *B, int n, int m, int lda) {
  for (; n > 0; n--, A += lda)
    for (int j = 0; j < m; j++)
      A[j] += B[j];
}
int form11(double *A, const double *B, int n, int m) { /* n is read behind it */
  while (n--)
    for (int j = 0; j < m; j++)
      *A++ += B[j];
  return n;
}
void form12(double *A, const double *B, size_t n, size_t m) {
  do {
    size_t j = m;
    while (j > 0) {
      j--;
      A[(n - 1) * m + j] += B[j];
    }
  } while (--n > 0);
}
void form13(double *A, const double *B, int n, int m) { /* not every iteration steps */
  while (n > 0) {
    if (B[n] > 0)
      n--;
    for (int j = 0; j < m; j++)
      A[n * m + j] += B[j];
    n--;
  }
}
int g, h;
void form14(double *A, const double *B, int n, int m) {
  for (g = 0; g < n; g++)
    for (h = 0; h < m; h++)
      A[g * m + h] += B[h];
}
void form15(int *A, const int *B, int n, int m) { /* A may point to the counters */
  for (g = 0; g < n; g++)
    for (h = 0; h < m; h++)
      A[g * m + h] += B[h];
}
static int ofG(int x) { return x + g; }
void form16(double *A, const double *B, int n, int m) {
  for (g = 0; g < n; g++)
    for (h = 0; h < m; h++)
      A[ofG(h) * n] += B[h];
}
void form17(double *A, const double *B, int n, int m) {
  static int i, j;
  static double t;
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++) {
      t = B[j] * 2;
      A[i * m + j] = t * t;
    }
}
void form18(double *A, const double *B, int n, int m) { /* t is kept between calls */
  static double t;
  for (int i = 0; i < n; i++) {
    A[i * m] += t;
    for (int j = 0; j < m; j++) {
      t = B[j] * 2;
      A[i * m + j] = t * t;
    }
  }
}
int form19(double *A, const double *B, int n, int m) {
  static int i, calls;
  calls++;
  for (i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * m + j] += B[j];
  return i + calls;
}
void form20(double *A, const double *B, int n, int m) { /* i and j where no iteration runs */
  for (g = 3; g < n; g += 2)
    for (h = g; h < m; h++)
      A[g * m + h] += B[h];
}
void form21(double *A, const double *B, int n, int m) {
  for (; n; n--) {
    int j = m;
    while (j-- > 0)
      A[n * m + j] += B[j];
  }
}
void form22(double *A, const double *B, int n, int m) { /* the bound is the counter's own start */
  int k = n;
  while (k-- > 0)
    for (int j = k; j < n && j < m; j++)
      A[k * m + j] += B[j];
}
void form23(double *A, const double *B, int n, int m) {
  int i = 0, j = 0;
  do {
    do {
      A[i * m + j] += B[j];
      j += 2;
    } while (j < m);
    j = 0;
    i++;
  } while (i < n);
}
void form24(int w, int h, float *A) { /* rows exchanged until the counters meet */
  int i, j;
  for (i = 0, j = h - 1; i < j; i++, j--)
    for (int x = 0; x < w; x++) {
      float t = A[i * w + x];
      A[i * w + x] = A[j * w + x];
      A[j * w + x] = t;
    }
}
void form25(int w, int h, float *A) {
  for (int y = 0; y < h; y++)
    for (int i = 0, j = w - 1; i < j; i++, j--) {
      float t = A[y * w + i];
      A[y * w + i] = A[y * w + j];
      A[y * w + j] = t;
    }
}
void form26(int w, int h, float *A) {
  for (int y = 0; 3 * y <= h + 1; y++)
    for (int x = 0; x < w; x++)
      A[y * w + x] *= 2;
}
void form27(int w, int h, float *A) {
  for (int y = 0; y < h; y++) {
    float *p = A + y * w, *q = p + w - 1;
    while (p < q) {
      float t = *p;
      *p++ = *q;
      *q-- = t;
    }
  }
}
void form28(int w, int h, float *A, const float *B, int n) { /* k is n, or 0 */
  int i, k;
  for (i = 0; i < h; i++) {
    for (k = 0; k < n; k++)
      A[i * w + k] = B[i * w + k] * 2;
    if (k < w)
      A[i * w + k] = B[i * w + k];
  }
}
int form29(int w, int h, float *A, const float *B) { /* what k is where no row is walked */
  int i, k = 5;
  for (i = 0; i < h; i++) {
    for (k = w - 1; k > 0; k--)
      A[i * w + k] = B[i * w + k] * 2;
    A[i * w + k] = B[i * w + k];
  }
  return k;
}
void form30(int w, int h, float *A, const float *B) { /* k goes on from where it was */
  int i, k;
  for (i = 0; i < h; i++) {
    for (k = w - 1; k >= 2; k--)
      A[i * w + k] = B[i * w + k] * 2;
    for (; k >= 0; k--)
      A[i * w + k] = B[i * w + k];
  }
}
void form31(int w, int h, float *A, const float *B) { /* k + 1 is after a break too */
  int i, k;
  for (i = 0; i < h; i++) {
    for (k = 0; k < w; k++)
      if (B[k] > 2)
        break;
    for (int j = 0; j < w; j++)
      A[i * w + j] += k;
  }
}
void form32(int w, int h, int up, float *A, const float *B) { /* one direction, then the other */
  int i, j;
  for (i = 0; i < h; i++)
    for (j = 0; j < w; j++) {
      if (up > 2)
        A[i * w + j] = B[j * h + i];
      else
        A[j * h + i] = B[i * w + j] * 2;
    }
}
void form33(int w, int h, int up, float *A, const float *B) { /* what both have is in both */
  int i, j;
  for (i = 0; i < h; i++)
    for (j = 0; j < w; j++) {
      if (up)
        A[i * w + j] = B[j * h + i];
      A[h * w + i * w + j] += up;
      if (!up)
        A[j * h + i] = B[i * w + j] * 2;
    }
}
void form34(int w, int h, int s, float *A, const float *B) { /* steps that are written out */
  int i, j;
  for (i = 0; i < h; i = i + s)
    for (j = w - 1; j >= 0; j = j - 1)
      A[i * w + j] = B[i * w + j];
}
void form35(int w, int h, double beta, float *A, const float *B) { /* a flag of a floating type */
  int i, j;
  for (i = 0; i < h; i++)
    for (j = 0; j < w; j = 1 + j) {
      if (beta == 0)
        A[i * w + j] = B[j * h + i];
      else
        A[j * h + i] = (float)(beta * B[i * w + j]);
    }
}
int form36(int w, int h, float *A, const float *B) { /* a test that also steps, where it holds */
  int i = h, j;
  while (i > 0 && i--)
    for (j = w; j && j--;)
      A[i * w + j] = B[i * w + j] + i;
  return i;
}
unsigned form37(unsigned w, unsigned h, int *A, const int *B) { /* the same, with rows left out */
  unsigned i, j;
  for (i = h; 0 < i && i--;) {
    if (B[i] > 3)
      continue;
    for (j = 0; j < w; j++)
      A[i * w + j] = B[j];
  }
  return i;
}
int form38(int w, int h, int *A) { /* a sum that is cut to eight bits is no step of a truth value */
  _Bool b = 1;
  int i, j;
  for (i = 0; i < h; i++)
    for (j = 0; j < w; j++) {
      A[i * w + j] = b;
      b = (unsigned char)(b + 255);
    }
  return b;
}
void form39(size_t n, size_t c, size_t h, size_t w, unsigned up, float *A, const float *B) { /* in 4-D */
  size_t k, l, i, j;
  for (k = 0; k < n; k++)
    for (l = 0; l < c; l++)
      for (i = 0; i < h; i++)
        for (j = 0; j < w; j++) {
          if (up)
            A[((k * h + i) * w + j) * c + l] = B[((k * c + l) * h + i) * w + j];
          else
            A[((k * c + l) * h + i) * w + j] = B[((k * h + i) * w + j) * c + l] * 2;
        }
}
void form_n0(double *A, const double *B, int n, int m) { /* tests that say when the loop ends */
  for (int i = 0; !(i >= n); i++)
    for (int j = 0; !(j == m || j > 40); j++)
      A[i * m + j] += B[j];
}
void form_n1(double *A, const double *B, const double *C, int n) { /* a head that stores, too */
  int i, j, k;
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      for (A[i * n + j] = k = 0; k < n; k++)
        A[i * n + j] += B[i * n + k] * C[k * n + j];
}
void form_n2(double *A, double *sums, int n, int m) {
  int i, j;
  for (i = 0; i < n; i++)
    for (j = 1, sums[i] = A[i * m]; j < m; j++)
      sums[i] += A[i * m + j];
}
void form_n3(const int *A, int w, int h, int c, int kw, int kh, int px, int py, int s, int ow, int oh, int *B) {
  for (int ch = 0; ch < c; ch++) /* windows that begin at a product, and leave the picture */
    for (int y = 0; y < oh; y++)
      for (int x = 0; x < ow; x++) {
        int sum = 0, ky, kx;
        for (ky = y * s - py; ky < y * s - py + kh; ky++)
          for (kx = x * s - px; kx < x * s - px + kw; kx++)
            if (ky >= 0 && kx >= 0 && ky < h && kx < w)
              sum += A[ch + c * (kx + ky * w)];
        B[ch + c * (x + y * ow)] = sum;
      }
}
void form_n4(const int *A, size_t w, size_t kw, size_t s, size_t ow, int *B) {
  for (size_t y = 0; y < ow; y++)
    for (size_t x = 0; x < ow; x++) {
      int sum = 0;
      for (size_t k = x * s; k < x * s + kw; k++)
        sum += A[y * w + k];
      B[y * ow + x] = sum;
    }
}
