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
