/* Sizes and leading dimensions behind pointers, as translators from Fortran leave them. */
void form_f0(const int *m, const int *n, const double *a, const int *lda, double *x) {
  int a_dim1 = *lda;
  for (int j = 0; j < *n; ++j)
    for (int i = 0; i < *m; ++i)
      x[j * *m + i] = a[j * a_dim1 + i] * 2;
}
void form_f1(int *m, int *n, float *a, int *lda, float *b, int *ldb) { /* the nest could store to them */
  int i, j;
  for (j = 1; j <= *n; ++j)
    for (i = 1; i <= *m; ++i)
      b[i - 1 + (j - 1) * *ldb] = a[i - 1 + (j - 1) * *lda];
}
int form_f2(int *m, int *n, double *fjac, int *ldfjac, double *wa) { /* shifted bases */
  int fjac_dim1 = *ldfjac, i, j;
  fjac -= 1 + fjac_dim1;
  --wa;
  for (j = 1; j <= *n; ++j) {
    double sum = 0;
    for (i = 1; i <= *m; ++i)
      sum += fjac[i + j * fjac_dim1] * fjac[i + j * fjac_dim1];
    wa[j] = sum;
  }
  return *n;
}
#ifndef form_real /* the build may name another type, so the call casts its pointers */
#define form_real double
#endif
void form_f3(const int *m, form_real *q, const int *ldq, form_real *wa, int k) {
  int q_dim1 = *ldq, i, j, last, rows;
  q -= 1 + q_dim1;
  --wa;
  last = *m;
  for (j = k; j <= last; ++j) {
    form_real sum = 0;
    rows = *m;
    for (i = k; i <= rows; ++i)
      sum += q[i + j * q_dim1] * wa[i];
    rows = *m;
    for (i = k; i <= rows; ++i)
      q[i + j * q_dim1] -= sum / wa[k] * wa[i];
  }
}
void form_f4(int *m, form_real *q, int *ldq) {
  int i, j;
  for (j = 1; j <= *m; ++j)
    for (i = 1; i <= *m; ++i)
      q[i + j * *ldq] = 0;
}
