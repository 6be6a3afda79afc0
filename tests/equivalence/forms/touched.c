/* Elements that only some iterations touch. */
void form0(float *A, const float *B, int n, int m, int w) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (B[i * w + j] > 0)
        A[i * w + j] = B[i * w + j];
}
void form1(float *A, const int *B, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * m + j] = B[i * m + j] ? A[i * m + j + 1] : 0;
}
void form2(float *A, const float *B, int n, int m, const float *s) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * m + j] = B[j * n + i] * *s;
}
void form3(float *A, const float *B, int n, int m, float *s) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      *s += A[i * m + j] * B[j * n + i];
}
void form4(float *A, const float *B, int n, int m) {
  for (int i = 0; i < n; i++) {
    if (i & 1)
      continue;
    for (int j = 0; j < m; j++)
      A[i * m + j] = B[j * n + i];
  }
}
void form5(float *A, const float *B, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (i != j)
        A[i * m + j] = B[j * n + i];
      else
        A[i * m + j] = 0;
}
void form6(float *A, const float *B, int n, int m) {
  for (int i = 0; i < n; i++) {
    float *r = A + i * m;
    if (!r[0])
      continue;
    for (int j = 1; j < m; j++)
      r[j] /= r[0];
  }
}
void form7(int *A, const int *B, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (i > 0 && j > 0 && B[i * m + j - 1] && B[(i - 1) * m + j])
        A[i * m + j] = 100 / (B[i * m + j - 1] ? B[i * m + j - 1] : 1);
}
void form8(float *restrict A, const float *restrict x, float *restrict y, int n, int m) {
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (int j = 0; j < m; j++)
      y[i] += A[i * m + j] * x[j];
  }
  for (int j = 0; j < m; j++) {
    for (int i = 0; i < n; i++)
      A[i * m + j] += y[i];
  }
}
void form9(float *A, const float *B, int n, int m, int p) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < p; k++)
        A[(i * m + j) * p + k] = B[(k * m + j) * n + i];
}
void form10(float *A, const float *B, int n, int m, int s) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * s * m + j * s] = B[i * m + j];
}
void form11(float *A, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m / 2; j++) {
      float t = A[i * m + j];
      A[i * m + j] = A[i * m + m - 1 - j];
      A[i * m + m - 1 - j] = t;
    }
}
void form12(float *A, int n, int m) {
  for (int i = 0; i < n / 2; i++)
    for (int j = 0; j < m; j++) {
      float t = A[i * m + j];
      A[i * m + j] = A[(n - 1 - i) * m + j];
      A[(n - 1 - i) * m + j] = t;
    }
}
struct flags {
  int relu, n, m;
  float *out, *w;
};
void form13(struct flags *l, const float *x) {
  for (int i = 0; i < l->n; i++)
    for (int j = 0; j < l->m; j++) {
      float v = l->w[i * l->m + j] * x[j];
      if (l->relu)
        v = v > 0 ? v : 0;
      l->out[i * l->m + j] = v;
    }
}
void form14(int n, int m, const int *flag, float *a, const float *x) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      if (*flag)
        a[i * m + j] = x[j];
      else
        a[i * m + j] += x[j];
    }
}
#define LEAST(a, b) ((a) < (b) ? (a) : (b))
void form15(int *n, int *m, float *a, const float *x) {
  for (int i = 0; i < *n; i++)
    for (int j = 0; j < LEAST(i + 1, *m); j++)
      a[i * *m + j] += x[j];
}
void form16(int n, int m, const int *flag, float *a, const float *x) {
  for (int i = 0; i < n; i++)
    if (flag[1])
      for (int j = 0; j < m; j++)
        a[i * m + j] += x[j];
}
void form17(int n, int m, const int *flag, float *a, const float *x) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (j > 5 && *flag)
        a[i * m + j] = x[j];
}
void form18(int n, int m, const int *flag, float *a, const float *x) {
  int k = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      if (k < 7)
        a[i * m + j] = x[j];
    for (int j = 3; j < m; j++)
      k += *flag & 1;
  }
}
void form19(int n, int m, const int *flag, float *a, const float *x) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (flag && *flag)
        a[i * m + j] = x[j];
}
void form20(int n, int m, const int *flag, float *a, const float *x) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (x[i] > 0)
        if (*flag)
          a[i * m + j] = x[j];
}
void form21(int n, int m, const int *flag, float *a, const float *x) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      int k = j < 4 ? 3 : *flag;
      if (k != 3)
        a[i * m + j] = x[j];
    }
}
void form22(int n, int m, const int *last, float *a, const float *x) {
  for (int i = 0; i < n; i++) {
    int j = 0;
    do
      a[i * m + j] += x[j];
    while (++j < *last && j < m);
  }
}
