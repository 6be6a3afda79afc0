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
