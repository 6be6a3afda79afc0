/* Jumps that skip statements of one iteration, values of one branch, and heads of loops. */
void form0(double *A, const double *B, int n, int m) { /* the label is the end of the body */
  for (int i = 0; i < n; i++) {
    if (B[i] == 0.)
      goto next;
    for (int j = 0; j < m; j++)
      A[j * n + i] /= B[i];
  next:;
  }
}
void form1(double *A, const double *B, int n, int m) { /* labels that cross, and a continue */
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      if (B[i] < -2.)
        goto a;
      if (B[j] > 2.)
        goto b;
      if (B[i] > 3.)
        continue;
      A[i * m + j] = 0;
    a:
      A[i * m + j] += 1;
    b:
      A[i * m + j] *= B[j];
    }
}
void form2(int n, int m, double *A, const double *B) { /* labels on lines of a switch */
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      switch (j & 3) {
      case 0:
        goto rest;
      case 1:
        A[i * m + j] = 1;
        break;
      default:
        A[i * m + j] = 2;
      }
      A[i * m + j] += B[j];
    rest:
      A[i * m + j] += B[i];
    }
}
void form3(int n, const double *in, short *out, int *status) { /* a value of one branch */
  for (int i = 0; i < n; i++) {
    double t;
    if (in[i] < -2.)
      out[i] = -32768;
    else {
      t = in[i] * 2 + 1;
      if (t < -3.) {
        *status = 11;
        out[i] = -32768;
      } else if (t > 3.) {
        *status = 12;
        out[i] = 32767;
      } else
        out[i] = (short)t;
    }
  }
}
double form4(int n, int m, double *out, const double *in) { /* the same, read after the nest */
  double t = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (in[i * m + j] > 0) {
        t = in[i * m + j] * 2;
        if (t > 1)
          out[j * n + i] = t;
      }
  return t;
}
void form5(int n, int m, double *A) { /* both tests are computed */
  for (int i = 0; (i < n) & (i < m); i++)
    A[i] *= 2;
}
void form6(int n, int s, double *A) { /* a step that may be negative or 0 */
  if (s == 0)
    return;
  for (int i = 0; i < n && i >= 0; i += s)
    A[i] += 1;
}
#define CHECKED(s, a) ((void)(s), (a))
void form7(int n, int m, double *A, const double *B, int s) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[j * n + i] = CHECKED(s, B[i * m + j]);
}
long form8(int n, const long *x, long *A) {
  for (int i = 0; i < n; i++)
    A[i] = x[i] == -9223372036854775807L - 1 ? 0 : x[i];
  return n;
}
struct total {
  int n;
  double sum, *data;
};
void form9(struct total *s, const double *x) { /* x, or s->data, may be s->sum */
  for (int i = 0; i < s->n; i++)
    s->sum += x[i];
}
void form10(struct total *s, struct total *t) { /* s may be t */
  for (int i = 0; i < t->n; i++) {
    s->sum += t->data[i];
    s->n = i;
  }
}
