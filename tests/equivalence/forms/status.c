/* Variables that the nest sets on some paths alone, and that the code behind it reads. */
int form_s0(int n, int m, float *A, const float *B) {
  int err = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      float x = B[i * m + j];
      if (x > 1) {
        x = 1;
        err = 1;
      }
      A[i * m + j] = x;
    }
  return err;
}
int form_s1(int n, int m, float *A, const float *B, int err) { /* from outside */
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      if (B[i * m + j] > 1)
        err = 1;
      A[i * m + j] = B[i * m + j];
    }
  return err;
}
int form_s2(int n, int m, float *A, const float *B) { /* no value where nothing sets it */
  int last, any = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      if (B[i * m + j] > 1) {
        last = i * 8 + j;
        any = 1;
      }
      A[i * m + j] = B[i * m + j];
    }
  return any ? last : -1;
}
float form_s3(int n, int m, float *A, const float *B) { /* in one of two loops, on one of two paths */
  float seen = -1;
  unsigned char which = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      A[i * m + j] = B[i * m + j] * 2;
    for (int j = 0; j < m; j++)
      if (B[i * m + j] > 2)
        seen = B[i * m + j];
      else if (B[i * m + j] < -2)
        which = 7;
  }
  return seen + which;
}
