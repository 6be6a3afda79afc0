/* SIMD vectors, each lane of which is a number of its own: callees, sums per lane, stores that change what the same call
   has loaded, a value chosen per lane. */
#include <emmintrin.h>

static inline void add_row(int n, float f, const float *x, float *y) {
  int i;
  const __m128 v = _mm_set1_ps(f);
  for (i = 0; i + 4 <= n; i += 4)
    _mm_storeu_ps(y + i, _mm_add_ps(_mm_loadu_ps(y + i), _mm_mul_ps(v, _mm_loadu_ps(x + i))));
  for (; i < n; i++)
    y[i] += f * x[i];
}
static inline __m128 scaled(__m128 x, float f) { return _mm_mul_ps(x, _mm_set_ps1(f)); }

void vector_product(int n, int m, int p, float *c, const float *a, const float *b) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < p; k++)
      add_row(m, a[i * p + k], b + k * m, c + i * m);
}
void vector_shift(int n, int m, double *a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j + 3 <= m; j += 2)
      _mm_storeu_pd(a + i * m + j + 1, _mm_loadu_pd(a + i * m + j));
}
void vector_spread(int n, int m, double *a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j + 2 <= m; j += 2)
      _mm_storeu_pd(a + i * m + j, _mm_add_pd(_mm_load1_pd(a + i * m + j), _mm_loadu_pd(a + i * m + j)));
}
void vector_sums(int n, int m, float *y, const float *a, const float *x) {
  for (int i = 0; i < n; i++) {
    __m128 s = _mm_setzero_ps();
    float lanes[4], t;
    int j;
    for (j = 0; j + 4 <= m; j += 4)
      s += _mm_loadu_ps(a + i * m + j) * _mm_loadu_ps(x + j);
    _mm_storeu_ps(lanes, s);
    t = lanes[0] + lanes[1] + lanes[2] + lanes[3] + s[0];
    for (; j < m; j++)
      t += a[i * m + j] * x[j];
    y[i] = t;
  }
}
void vector_clip(int n, int m, float *y, float low, float high) {
  for (int j = 0; j + 4 <= m; j += 4)
    for (int i = 0; i < n; i++)
      _mm_storeu_ps(y + i * m + j, _mm_min_ps(_mm_max_ps(_mm_loadu_ps(y + i * m + j), _mm_set1_ps(low)), _mm_set1_ps(high)));
}
void vector_values(int n, int m, float *y, const float *x, const float *f) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j + 4 <= m; j += 4) {
      __m128 v = scaled(_mm_loadu_ps(x + i * m + j), f[i]);
      __m128 w = v;
      v = _mm_sub_ps(v, _mm_load_ps1(f));
      _mm_storeu_ps(y + i * m + j, _mm_div_ps(v, w));
    }
}
/* Vectors that are set before the loops: a number in each lane, also one that changes afterwards, one that a lane
   changes, one of others. */
void vector_axpy(int n, float a, const float *x, float *y) {
  const __m128 v = _mm_set1_ps(a);
  int i;
  for (i = 0; i + 4 <= n; i += 4)
    _mm_storeu_ps(y + i, _mm_add_ps(_mm_mul_ps(v, _mm_loadu_ps(x + i)), _mm_loadu_ps(y + i)));
}
void vector_decay(int n, int m, float *y, const float *x, float decay) {
  __m128 d, e, tiny = _mm_setzero_ps();
  d = _mm_set1_ps(decay);
  e = _mm_sub_ps(_mm_set1_ps(1.0f - decay * 2), tiny);
  for (int i = 0; i < n; i++)
    for (int j = 0; j + 4 <= m; j += 4)
      _mm_storeu_ps(y + i * m + j, _mm_add_ps(_mm_mul_ps(e, _mm_loadu_ps(x + j)), d * _mm_loadu_ps(y + i * m + j)));
}
void vector_changed(int n, float a, float *y) {
  __m128 v = _mm_set1_ps(a);
  a = 2;
  for (int i = 0; i + 4 <= n; i += 4)
    _mm_storeu_ps(y + i, _mm_mul_ps(v, _mm_loadu_ps(y + i)));
  y[0] = a;
}
void vector_lane(int n, float a, float *y) {
  __m128 v = _mm_set1_ps(a);
  v[1] = 3;
  for (int i = 0; i + 4 <= n; i += 4)
    _mm_storeu_ps(y + i, _mm_mul_ps(v, _mm_loadu_ps(y + i)));
}
void vector_single(int n, double a, double *y) {
  const __m128d v = _mm_set1_pd(a + 1), w = _mm_add_pd(v, v);
  for (int i = 0; i < n; i++)
    y[i] = y[i] * v[i & 1] + w[0];
}
