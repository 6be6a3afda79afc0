/* Floating point, and expressions that print wrongly when parentheses are lost. */
#include <math.h>
void form0(float *A, const float *B, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * m + j] -= B[j * n + i] - A[i * m + j];
}
void form1(float *A, const float *B, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * m + j] = - -B[j * n + i] - -A[i * m + j] + +B[i];
}
void form2(float *A, const float *B, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * m + j] = B[j * n + i] / (A[i * m + j] / B[i]) - (B[j] - (B[i] - B[j * n + i]));
}
void form3(float *A, const float *B, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * m + j] *= B[j * n + i] + 1;
}
void form4(float *A, const float *B, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * m + j] /= B[j * n + i] * 3.0;
}
void form5(float *A, const float *B, int n, int m) {
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < m; j++)
      s += B[j * n + i] * 1.1;
    A[i * m] = s;
  }
}
void form6(float *A, const double *B, int n, int m) {
  for (int i = 0; i < n; i++) {
    float s = -0.0f;
    for (int j = 0; j < m; j++)
      s += B[j * n + i] * 1.1;
    A[i * m] = s;
  }
}
void form7(double *A, const double *B, int n, int m) {
  for (int i = 0; i < n; i++) {
    float t;
    for (int j = 0; j < m; j++) {
      t = B[j * n + i];
      A[i * m + j] = t * t;
    }
  }
}
void form8(double *A, const double *B, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * m + j] = !(B[j * n + i] < A[i * m + j]) ? B[j * n + i] : A[i * m + j];
}
void form9(double *A, const double *B, int n, int m) {
  for (int i = 0; i < n; i++) {
    double t = -1e300;
    for (int j = 0; j < m; j++)
      if (B[j * n + i] > t)
        t = B[j * n + i];
    A[i * m] = t;
  }
}
void form10(double *A, const double *B, int n, int m) {
  for (int i = 0; i < n; i++) {
    double t = 0;
    for (int j = 0; j < m; j++)
      t = fmax(t, fabs(B[j * n + i]));
    A[i * m] = t;
  }
}
void form11(double *A, const double *B, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * m + j] = B[j * n + i] - B[j * n + i] + 0 * A[i * m + j];
}
void form12(int *A, const double *B, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * m + j] = (int)(B[j * n + i] * 0.001) + (B[j * n + i] == B[j * n + i]);
}
void form13(double *A, const double *B, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      A[i * m + j] += 0.0;
      A[i * m + j] += B[j * n + i];
    }
}
void form14(double *A, const double *B, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      if (B[j * n + i])
        A[i * m + j] = 1;
      else
        A[i * m + j] = -1;
    }
}
void form15(double *A, const double *B, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      if (B[j * n + i] > 0 && A[i * m + j] > 0)
        A[i * m + j] = sqrt(A[i * m + j]);
    }
}
void form16(double *A, const double *B, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      if (j > 0 && A[i * m + j - 1] > 0)
        A[i * m + j] = B[i * m + j - 1];
    }
}
void form17(double *A, const double *B, int n, int m, int on) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      if (on)
        A[i * m + j] = B[j * n + i];
    }
}
void form18(double *A, const double *B, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      A[i * m + j] = B[j * n + i] > 1 ? B[j * n + i] > 2 ? 3 : 4 : i < j ? 5 : 6;
    }
}
void form19(double *A, const double *B, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      A[i * m + j] = (i & 1) == 0 ? B[j * n + i] : (i & 1 << 1) | 4;
    }
}
void form20(double *A, const double *B, int n, int m) {
  double s;
  for (int i = 0; i < n; i++) {
    s = 0;
    for (int j = 0; j < m; j++)
      s = B[j * n + i] - s;
    A[i * m] = s;
  }
}
void form21(double *A, const double *B, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * m + j] = B[j * n + i] + (A[i * m + j] + B[i]);
}
void form22(double *A, const double *B, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * m + j] = B[j * n + i] * (A[i * m + j] * B[i]);
}
void form23(double *A, const double *B, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * m + j] = (double)(float)(B[j * n + i] * 0x1.8p1 + 1e-3f + 'a' + 07 + 0xffu);
}
void form24(double *restrict A, const double *restrict B, int n, int m, int p) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      A[i * m + j] = 0;
      for (int k = 0; k < p; k++)
        A[i * m + j] += B[i * p + k] * B[k * m + j];
    }
}
void form25(double *restrict A, const double *restrict B, const double *restrict C, int n, int m,
            int p) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double s = A[i * m + j];
      for (int k = 0; k < p; k++)
        s -= B[i * p + k] * C[k * m + j];
      A[i * m + j] = s;
    }
}
void form26(double *A, int n) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        A[i * n + j] =
            A[i * n + j] < A[i * n + k] + A[k * n + j] ? A[i * n + j] : A[i * n + k] + A[k * n + j];
}
void form27(double *A, int n) {
  for (int k = 0; k < n; k++) {
    for (int i = k + 1; i < n; i++)
      A[i * n + k] /= A[k * n + k];
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n; j++)
        A[i * n + j] -= A[i * n + k] * A[k * n + j];
  }
}
void form28(double *A, const double *b, double *x, int n) {
  for (int i = 0; i < n; i++) {
    x[i] = b[i];
    for (int j = 0; j < i; j++)
      x[i] -= A[i * n + j] * x[j];
    x[i] /= A[i * n + i];
  }
}
void form29(double *A, double *B, int n, int m, int t) {
  for (int k = 0; k < t; k++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        B[i * m + j] = .2 * (A[i * m + j] + A[i * m + j - 1] + A[i * m + j + 1] +
                             A[(i + 1) * m + j] + A[(i - 1) * m + j]);
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        A[i * m + j] = B[i * m + j];
  }
}
void form30(double *A, int n, int m, int t) {
  for (int k = 0; k < t; k++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        A[i * m + j] = .2 * (A[i * m + j] + A[i * m + j - 1] + A[i * m + j + 1] +
                             A[(i + 1) * m + j] + A[(i - 1) * m + j]);
}
/* The return converts to float. */
static float half_below(float x) {
  if (x < 1.0f)
    return 0.5 * x + 1e-9;
  return x;
}
void returned_narrow(double *A, const float *B, int n, int m) {
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++)
      A[i * m + j] = half_below(B[i * m + j]);
}
