/* Small functions whose calls are read as what they do: names that both sides have, arrays and records that the call gives. */
struct size { int w, h; };
static void fill(float *x, long k) { float c; c = (float)(2 * k); x[k] = c; }
static void put(float *out, float x) { out[0] = x; }
static void add(float *out, float x) { *out += x; }
static void split(int x, int *high, int *low) { if (high) *high = x >> 4; if (low != 0) *low = x & 15; }
static int padded(int i, int n) { i -= 2; if (i < 0) return 0; if (i >= n) return n - 1; return i; }
static float at(const float *a, struct size s, int i, int j) { s.w += 1; return a[i * s.w + j]; }
static float get(const float *a, struct size s, int i, int j) { return a[i * s.w + j]; }
static int count;
static int next(int k) { count += k; return count; }
static long count_of(long n, long c) { long b = n; b *= c; return b + 1; }
static void swap(float *a, long i, long j) { float b = a[i]; a[i] = a[j]; a[j] = b; }

void form0(float *a, const float *b, const float *c, long n) {
  for (long i = 0; i < n; i++) {
    fill(a + i * n, 0);
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++)
        a[i * n + j] += b[i * n + k] * c[k * n + j];
  }
}
void form1(float *d, int n, int m) {
  float t[4] = {0, 0, 0, 0};
  for (int i = 0; i < n; i++) {
    put(t, d[i * m]);
    for (int j = 0; j < m; j++)
      d[i * m + j] = t[0] * j;
    add(t + 1, t[0]);
    d[i * m] += t[1];
  }
}
void form2(int *a, const int *b, int n, int m) {
  int h = 0, l = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      split(b[j * n + i], &h, 0);
      split(b[j * n + i] + 1, 0, &l);
      a[i * m + j] = h + l;
    }
}
void form3(float *a, const float *b, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * m + j] = b[padded(i, n) * m + padded(j, m)];
}
void form4(float *a, const float *b, struct size s) {
  for (int i = 0; i < s.h; i++)
    for (int j = 0; j < s.w; j++)
      a[i * s.w + j] = get(b, s, i, j) + at(b, s, 0, j);
}
void form5(float *a, const float *b, struct size s) {
  for (int i = 0; i < s.h; i++)
    for (int j = 0; j < s.w; j++)
      a[i * s.w + j] = get(b, s, s.h - 1 - i, j);
}
void form6(float *a, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * m + j] = next(1) + next(2);
}
void form7(float *a, const float *c, long n, long m) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      a[i * count_of(m, 1) + j] = c[j * n + i];
}
void form8(float *a, long n) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < i; j++)
      swap(a, i * n + j, j * n + i);
}

/* Functions that compute their value in loops. */
static float sum_of(const double *x, int n)
{
    double s = 0;
    for (int k = 0; k < n; k++)
        s += x[k];
    return s;
}
static double dot_of(const double *x, const double *y, int n)
{
    double s = 0;
    int k;
    for (k = 0; k < n; k++)
        s += x[k] * y[k];
    return s;
}
static int count_above(const int *x, int n, int t)
{
    int c = 0;
    for (int k = 0; k < n; k++)
        if (x[k] > t)
            c++;
    return c;
}
static double sum_down(const double *x, int n)
{
    double s = 0;
    for (; n > 0; n--)
        s += x[n - 1];
    return s;
}
static double emptied(double *x, int n)
{
    double s = 0;
    for (int k = 0; k < n; k++) {
        s += x[k];
        x[k] = 0;
    }
    return s;
}
static double kept_sum(const double *x, int n)
{
    static double s;
    for (int k = 0; k < n; k++)
        s += x[k];
    return s;
}
double calls_in_all;
static double counted_sum(const double *x, int n)
{
    double s = 0;
    for (int k = 0; k < n; k++) {
        s += x[k];
        calls_in_all += 1;
    }
    return s;
}
void sums_of_rows(int n, const double *a, float *c)
{
    for (int i = 0; i < n; i++)
        c[i] = sum_of(a + i*n, n);
}
void products_by_function(int n, const double *a, const double *b, double *c)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            c[i*n + j] += dot_of(a + i*n, b + j*n, n);
}
void counts_of_rows(int n, const int *a, int *c)
{
    for (int i = 0; i < n; i++) {
        int v = count_above(a + i*n, n, c[i]);
        c[i] = v;
    }
}
void sums_downwards(int n, const double *a, double *c)
{
    for (int i = 0; i < n; i++)
        c[i] = sum_down(a + i*n, n);
}
void dots_with_itself(int n, const double *a, double *c)
{
    for (int i = 0; i < n; i++)
        c[i] = dot_of(c, a + i*n, n);
}
void dots_that_are_tested(int n, const double *a, double *c)
{
    double s;
    for (int i = 0; i < n; i++) {
        s = dot_of(c, a + i*n, n);
        if (s > 3)
            c[i] = s;
    }
}
void counts_in_bytes(int n, const int *a, unsigned char *c)
{
    for (int i = 0; i < n; i++)
        c[i] += count_above(a, i, 1);
}
void emptied_rows(int n, double *a, double *c) /* stores to memory: in no order with the rest of its statement */
{
    for (int i = 0; i < n; i++)
        c[i] += emptied(a + i*n, n);
}
void kept_between_calls(int n, const double *a, double *c)
{
    for (int i = 0; i < n; i++)
        c[i] = kept_sum(a + i*n, n);
}
void counted_calls(int n, const double *a, double *c)
{
    for (int i = 0; i < n; i++)
        c[i] = counted_sum(a + i*n, n);
}
void starts_that_count(int n, const int *a, int *c)
{
    for (int i = 0; i < n; i++)
        for (int j = count_above(a + i*n, n, 3); j < n; j++)
            c[i*n + j] = a[i*n + j];
}
static void clear_one(double *q)
{
    *q = 0;
}
static double cleared_sum(int n, const double *a, double *q)
{
    double s = 0;
    int k;
    clear_one(q);
    for (k = 0; k < n; k++)
        s += a[k*n];
    return s;
}
void cleared_before(int n, double *c, const double *a) /* reads c[i] before the call, or after it */
{
    for (int i = 0; i < n; i++)
        c[i] += cleared_sum(n, a + i, c + i);
}
static double strided_dot(const int *length, const double *x, int incx, const double *y, int incy)
{
    int k, n = *length;
    double s = 0;
    if (n <= 0)
        return 0;
    for (k = 0; k < n; k++)
        s += x[k*incx] * y[k*incy];
    return s;
}
void residuals(int n, int m, const double *a, const double *x, const double *b, double *c)
{
    for (int i = 0; i < m; i++)
        c[i] = b[i] - strided_dot(&n, a + i, m, x, 1);
}
void two_dots(int n, int m, const double *a, const double *x, const double *b, double *c)
{
    for (int i = 0; i < m; i++) {
        double d = strided_dot(&n, a + i*n, 1, x, 1) - 2 * strided_dot(&n, b + i*n, 1, x, 1);
        c[i] = d * d;
    }
}
void shorter_dots(int n, double *a, double *x) /* of lengths below 1, too */
{
    for (int i = 0; i < n; i++) {
        int left = n - 2*i;
        x[i] = (x[i] - strided_dot(&left, a + i*n, 1, x + 100, 1)) / a[i*n + i];
    }
}
static double share(const double *x, int n, double least)
{
    double s = 1;
    if (least > 4)
        return n > 2 ? x[2] : -1;
    for (int k = 0; k < n; k++)
        s += x[k];
    return s / n;
}
void shares(int n, const double *a, double least, double *c)
{
    for (int i = 0; i < n; i++)
        c[i] += 3 - share(a + i*n, n, least);
}
void shares_of_some(int n, const double *a, const double *b, double *c) /* not in each iteration */
{
    for (int i = 0; i < n; i++)
        c[i] = b[i] > 0 ? share(a + i*n, n, b[i]) : 7;
}
void counted_beside(int n, const double *a, double *c) /* two orders of the calls */
{
    for (int i = 0; i < n; i++)
        c[i] = counted_sum(a + i*n, n) - share(a + i*n, n, 1);
}
void dots_of_lent_lengths(const int *m, int k, int n, int ld, const double *a, double *c) /* left is not read again */
{
    int left;
    for (int i = 1; i <= n; i++) {
        left = *m - k;
        c[i] = strided_dot(&left, a + i*ld, 1, a, 1);
    }
}
