/* Index arithmetic, index types and loop forms. */
#include <stddef.h>
void form0(int *A, const int *B, unsigned n, unsigned m) {
  for (unsigned i = 0; i < n - 1; i++)
    for (unsigned j = 0; j < m; j++)
      A[i * m + j] = B[j * n + i];
}
void form1(int *A, const int *B, int n, int m) {
  for (int i = n; i-- > 0;)
    for (int j = m - 1; j >= 0; --j)
      A[i * m + j] = B[j * n + i] + i;
}
void form2(int *A, const int *B, short n, short m) {
  short i, j;
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++)
      A[(short)(i * m) + j] = B[j * n + i];
}
void form3(int *A, const int *B, unsigned char n, unsigned char m) {
  unsigned char i, j;
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++)
      A[(unsigned char)(i * m) + j] = B[j * n + i];
}
void form4(int *A, const int *B, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[(unsigned)(i * m) + j] = B[(size_t)j * n + i];
}
void form5(int *A, const int *B, unsigned n, int m) {
  for (unsigned i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * m + j] = B[j * n + i];
}
void form6(int *A, const int *B, long n, int m) {
  for (int i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      A[i * m + j] = B[j * n + i];
}
void form7(int *A, const int *B, int n, int m) {
  for (int i = 0; i <= n; i += 2)
    for (int j = -2; j < m; j += 3)
      A[i * m + j + 2] = B[(j + 2) * n + i];
}
void form8(int *A, const int *B, int n, int m) {
  for (int i = 0; i != n; i++)
    for (int j = m; j != 0; j--)
      A[i * m + j - 1] = B[(j - 1) * n + i];
}
void form9(int *A, const int *B, int n, int m) {
  int i = 0;
  while (i < n) {
    int j = 0;
    do {
      A[i * m + j] = B[j * n + i];
      j++;
    } while (j < m);
    i++;
  }
}
void form10(int *A, const int *B, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * m + (j ^ 1)] = B[j * n + i];
}
void form11(int *A, const int *B, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * m + j / 2] += B[j * n + i];
}
void form12(int *A, const int *B, int n, int m) {
  for (int i = -n; i < n; i++)
    for (int j = 0; j < m; j++)
      A[(i < 0 ? -i : i) * m + j] += B[j];
}
void form13(int *A, const int *B, int n, int m) {
  for (int i = -7; i < n; i++)
    for (int j = 0; j < m; j++)
      A[(i / 3 + 3) * m + j] += B[(i % 3 + 3) * m + j];
}
void form14(int *A, const int *B, unsigned n, unsigned m) {
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < m; j++)
      A[(i - 1) * m + j + m] = B[(n - 1 - i) * m + (m - 1 - j)];
}
void form15(int *A, const int *B, size_t n, size_t m) {
  for (size_t i = n; i > 0; i--)
    for (size_t j = m; j > 0; j--)
      A[(i - 1) * m + (j - 1)] = B[(j - 1) * n + (i - 1)];
}
void form16(int *A, const int *B, int n, int m, int s) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[s * (i * m + j)] = B[j * n + i];
}
void form17(int *A, const int *B, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = i; j < m; j++)
      A[i * m - i * (i + 1) / 2 + j] = B[j * n + i];
}
void form18(int *A, const int *B, int n, int m) {
  for (int i = 0; i < n && i < m; i++)
    for (int j = 0; j < m; j++)
      A[i * m + j] = B[j * n + i];
}
void form19(int *A, const int *B, _Bool n, unsigned char m) {
  for (int i = 0; i < n + 2; i++)
    for (int j = 0; j < m; j++)
      A[i * m + j] = B[j * (n + 2) + i];
}
void form20(int *A, const int *B, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[m * n - 1 - (i * m + j)] = B[i * m + j];
}
void form21(int *A, const int *B, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[-(i * m + j) + n * m] = B[i * m + j];
}
void form22(int *A, const int *B, int n, int m) {
  for (int i = 0; i < (n > 8 ? 8 : n); i++)
    for (int j = 0; j < (m & 15); j++)
      A[i * 16 + j] = B[(j << 3) + i];
}
void form23(int *A, const int *B, unsigned n, unsigned m) {
  for (unsigned i = 0; i + 1 < n; i++)
    for (unsigned j = 0; j + 2 < m; j++)
      A[i * m + j + 2] = B[(i + 1) * m + j];
}
void form24(int *A, int n, int m) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i * m + j] = A[(i - 1) * m + j - 1] + A[i * m + j - 1] + A[(i - 1) * m + j];
}
void form25(int *A, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * m + j] += A[j * m + i];
}
void form26(int *A, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) {
      int t = A[i * n + j];
      A[i * n + j] = A[j * n + i];
      A[j * n + i] = t;
    }
}
void form27(int *A, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * m + j] = A[i * m + m - 1 - j];
}
void form28(int *A, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[(i + j) * m + j] = i - j;
}
void form29(int *A, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i + j] = A[i + j] * 3 + i * 7 + j;
}
void form30(int *A, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * m + j] = i * j * m + n;
}
void form31(unsigned char *A, int n, int m) {
  unsigned char s;
  for (int i = 0; i < n; i++) {
    s = 250;
    for (int j = 0; j < m; j++)
      s += A[i * m + j];
    A[i * m] = s / 2;
  }
}
void form32(short *A, int n, int m) {
  short s;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      s = A[i * m + j] * 1000;
      A[i * m + j] = s >> 1;
    }
}
void form33(unsigned *A, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * m + j] = A[i * m + j] - 1 < 5u;
}
void form34(long *A, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * m + j] = (i - j) / 2 + (i - j) % 3 + ((unsigned)(i - j) > 5);
}
void form35(long *A, unsigned n, unsigned m) {
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < m; j++)
      A[i * m + j] = i - j;
}
void form36(float *A, unsigned n, unsigned m) {
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < m; j++)
      A[i * m + j] = i - j;
}
void form37(double *A, short n, short m) {
  for (short i = 0; i < n; i++)
    for (short j = 0; j < m; j++)
      A[i * m + j] = (short)(i * 300) + (char)(j * 7);
}
void form38(long *A, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * m + j] = sizeof(A) * i - sizeof(int) * j;
}
void form39(double *A, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * m + j] = 1 / (i + 1) + 1.0f / (j + 1) + 7 % (j + 1);
}
/* Steps that do not divide where the loop begins or ends, which other loops move. */
void form40(double *A, const double *B, int n, int m) {
  int i, j;
  for (i = 0; i < n; i++)
    for (j = i + 1; j < m; j += 8)
      A[i * m + j] = B[i * m + j] + A[i * m + j] * 0.5;
}
void form41(double *A, const double *B, int n, int m) {
  int i, j;
  for (i = 0; i < n; i++)
    for (j = m - 1 - i; j >= 0; j -= 3)
      A[i * m + j] = B[i * m + j] + 1;
}
/* Helpers with several returns, each of which converts. */
static unsigned char clip42(int v) {
  if (v > 255)
    return 255;
  return v;
}
void form42(int *A, const int *B, int n, int m) {
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++)
      A[i * m + j] = clip42(B[i * m + j]);
}
static short sign43(long v) {
  if (v < -40000)
    return v;
  if (v > 7)
    return v * 3;
  return 1 - v;
}
void form43(long *A, const long *B, int n, int m) {
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++)
      A[i * m + j] -= sign43(B[i * m + j]);
}
void form44(_Bool *A, const int *B, int n, int m) {
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++)
      A[i * m + j] = B[i * m + j] > 3;
}
void form45(unsigned n, unsigned m, float *A) { /* anti-diagonals */
  for (unsigned s = 2; s < n + m - 1; s++)
    for (unsigned i = 1; i < n; i++)
      if (s >= i + 1 && s - i < m)
        A[i * m + s - i] += A[(i - 1) * m + s - i];
}
void form46(size_t n, size_t m, float *A) {
  for (size_t s = 2; s < n + m - 1; s++)
    for (size_t i = 1; i < n; i++)
      if (s >= i + 1 && s - i < m)
        A[i * m + s - i] += A[(i - 1) * m + s - i];
}
void form47(int b, int c, int n, int m, float *A) {
  for (int p = 0; p < b; p++)
    for (int q = 0; q < c; q++)
      for (int s = 2; s < n + m - 1; s++)
        for (int i = 1; i < n; i++)
          if (s - i >= 1 && s - i < m)
            A[((p * c + q) * n + i) * m + s - i] += A[((p * c + q) * n + i - 1) * m + s - i];
}
int abs(int);
void form_a0(float *A, const float *B, int n, int m) { /* distances from a diagonal */
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * m + j] = B[abs(i - j) * m + j];
}
/* Bounds that a part of the nest alone computes, and multiples of sizes. */
void form_v0(int n, int tw, float *P) {
  for (int i = 3 * n / 2 - tw; i < 3 * n / 2 + tw; i++)
    P[i] = i;
}
void form_v1(int n, int m, float *P) {
  for (int i = 0; i < n * m * 12; i++)
    P[i] = 1;
}
void form_v2(int n, int passes, float *A, const float *B) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 1 << (passes > 1); j++)
      A[i * 2 + j] = B[j * n + i];
}
void form_v3(int lm, int n, float *A, const float *B) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 1 << lm; j++)
      A[i * (1 << lm) + j] = B[(j << lm) + i];
}
void form_v4(int n, int m, int d, float *A, const float *B) { /* d may be 0 where m is */
  for (int j = 0; j < m; j++)
    for (int i = n / d; i < n / d + 9; i++)
      A[i] += B[j];
}
struct form_rows {
  int ns;
  float **rows;
};
void form_v5(const struct form_rows *o, float *s, int i) {
  for (int k = 0, j = i - 1; k < 48; k++, j++)
    s[k] = o->rows[o->ns + 1][j];
}
/* Limits that are computed from numbers. */
#define FORM_LIMIT(a, one, other) \
  ((one) > (other) ? ((a) > (one) ? (one) : ((a) < (other) ? (other) : (a))) \
                   : ((a) > (other) ? (other) : ((a) < (one) ? (one) : (a))))
void form_w0(int n, int m, int *A, const int *B) {
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++)
      A[i * m + j] = (int)((unsigned)FORM_LIMIT(B[i * m + j], (-0x7FFFFFFF - 1) >> 4, 0x7FFFFFFF >> 4) << 4);
}
/* Positions in sixteenths and in 65536ths, which step by wholes. */
void form_x0(int n, int m, int x0, int *A, const int *B) {
  for (int i = 0; i < n; i++) {
    int q = x0;
    for (int j = 0; j < m; j++) {
      A[i * m + j] = B[i * m + (q >> 4)] + (q & 15);
      q += 16;
    }
  }
}
void form_x1(int n, int m, int x0, int step, int ld, int *A, const int *B) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * m + j] = B[i * ld + ((x0 + j * step) >> 4)] + ((x0 + j * step) & 15);
}
void form_x2(int n, int m, unsigned y0, unsigned dx, unsigned dy, int ld, int *A, const int *B) {
  unsigned y = y0;
  for (int i = 0; i < n; i++, y += dy) {
    unsigned x = 0x8000;
    for (int j = 0; j < m; j++, x += dx)
      A[i * m + j] = B[(y >> 16) * ld + (x >> 16)];
  }
}
void form_x3(int n, int m, long first, const int *step, int *A, const int *B) { /* backwards, too */
  const int s = *step;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * m + j] = B[j] - B[(first - 64L * i + (long)s * j) >> 6];
}
