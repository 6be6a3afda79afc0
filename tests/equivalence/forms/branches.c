/* Loops that begin or end where a branch of an #if does. */
void branch_a(int n, int m, float *d, const float *s) {
#ifdef FIXED
  for (int j = 0; j < n; j++)
    d[j] = 0;
#else
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++)
      d[j * n + i] = s[i * m + j];
#endif
}
void branch_b(int n, int m, float *d, const float *s) {
#ifndef FIXED
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++)
      d[j * n + i] = s[i * m + j];
#else
  for (int j = 0; j < n; j++)
    d[j] = 0;
#endif
}
void branch_c(int n, int m, float *d, const float *s, int flag) {
  if (flag)
#ifndef FIXED
    for (int j = 0; j < m; j++)
      for (int i = 0; i < n; i++)
        d[j * n + i] = s[i * m + j];
#else
    for (int j = 0; j < n; j++)
      d[j] = 0;
#endif
  else
    d[0] = 1;
}
void branch_e(int n, int m, float *d, const float *s) {
#if defined(FIXED)
  d[0] = 1;
#elif !defined(OTHER)
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++)
      d[j * n + i] = s[i * m + j];
#elif defined(THIRD)
  d[1] = 1;
#else
  d[2] = 1;
#endif
}
void branch_f(int n, int m, float *d, const float *s) {
  for (int j = 0; j < m; j++)
#ifdef FIXED
    for (int i = 0; i < 8; i++)
#else
    for (int i = 0; i < n; i++)
#endif
      d[j * n + i] = s[i * m + j];
}
void branch_g(int n, int m, float *d, const float *s) {
#ifdef FIXED
  for (int j = 0; j < 8; j++)
#else
  for (int j = 0; j < m; j++)
#endif
    for (int i = 0; i < n; i++)
      d[j * n + i] = s[i * m + j];
}
void branch_h(int n, int m, float *d, const float *s) {
  for (int j = 0; j < m; j++) {
    for (int i = 0; i < n; i++)
      d[j * n + i] = s[i * m + j];
#ifndef FIXED
  }
#else
  }
  d[0] = 0;
#endif
}
void branch_k(int n, int m, float *d, const float *s, int flag) {
#ifndef FIXED
  if (flag)
    d[1] = 2;
  else
    for (int j = 0; j < m; j++)
      for (int i = 0; i < n; i++)
        d[j * n + i] = s[i * m + j];
#else
  d[0] = 0;
#endif
}
void branch_l(int n, int m, float *d, const float *s, int flag) {
  switch (flag) {
  case 1:
#ifndef FIXED
    for (int j = 0; j < m; j++)
      for (int i = 0; i < n; i++)
        d[j * n + i] = s[i * m + j];
#else
    d[0] = 0;
#endif
    break;
#ifndef FIXED
  default:
    for (int j = 0; j < m; j++)
      for (int i = 0; i < n; i++)
        d[j * n + i] = s[i * m + j];
#endif
  }
}
void branch_o(int n, int m, float *d, const float *s, int flag) {
  int j;
#ifdef FIXED
  if (flag)
#endif
    for (j = 0; j < m; j++)
      for (int i = 0; i < n; i++)
        d[j * n + i] = s[i * m + j];
#ifdef FIXED
  else
    d[0] = 1;
#endif
}
/* A macro that is nothing here and may be a statement elsewhere. */
#ifndef WATCHED
#define WATCHED(x, op, y)
#endif
void form_watched(float *restrict a, const float *restrict b, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      WATCHED(a[i * m + j], +, b[j * n + i])
      a[i * m + j] += b[j * n + i];
    }
}
