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
