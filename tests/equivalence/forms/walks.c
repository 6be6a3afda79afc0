/* Indices and pointers that a nest advances and the code behind it reads. */
#include <stddef.h>
float *walk0(float *p, const float *c, float *A, int n, int m) {
  int i, j;
  for (i = 0; i < n; i++) {
    float s = 0;
    for (j = 0; j < m; j++)
      s += p[j] * c[j];
    A[i] = s;
    p += 1;
  }
  return p;
}
float *walk1(float *p, int n, int m, float x) {
  int i, j;
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++)
      *p++ = x;
  return p;
}
int walk2(int k, float *A, int n) {
  for (int i = 0; i < n; i++) {
    A[k] = 0;
    k += 3;
  }
  return k;
}
unsigned walk3(unsigned k, float *A, unsigned n) {
  while (n > 0) {
    A[k++] = 1;
    n--;
  }
  return k;
}
long walk4(float *p, const float *q, int n, int m) {
  float *first = p;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      p[j] = q[j];
    p += m;
    q += 2;
  }
  return (p - first) * 100 + (q != NULL);
}
int walk5(float *A, int n, int k) {
  for (int i = n; i > 0; i--)
    A[k--] = i;
  return k;
}
int walk6(float *A, int n, int m, int k) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      A[k++] = 0;
  return k + m;
}
short *walk7(short *p, int n) {
  for (int i = 0; i < n; i += 2) {
    p[0] = 1;
    p[1] = 2;
    p += 2;
  }
  return p;
}
int walk8(float *A, int n, int k, int *where) {
  for (int i = 0; i < n; i++) {
    A[k] = 0;
    k += 2;
  }
  *where = k;
  return k - n;
}
float walk9(float *p, float *q, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      *p++ += *q++;
  return p[-1] + q[-1];
}
float *walk12(float *p, const float *q, int a, int b, int c, int d) {
  for (int i = 0; i < a; i++)
    for (int j = 0; j < b; j++)
      for (int k = 0; k < c; k++)
        for (int l = 0; l < d; l++)
          *p++ = q[((i * b + j) * c + k) * d + l];
  return p;
}
float *walk13(float *p, int n) {
  for (int i = 0; i < n; i++) {
    p[0] = p[1] + p[2];
    p++;
  }
  return p;
}
float *walk14(float *p, float x) {
  for (int i = 0; i < 8; i++)
    *p++ = x;
  return p;
}
/* A counter ends where the walk says that it begins. */
int walk15(int *A, int n, int m, int s) {
  int i, j = 0;
  for (i = 0; i < n; i++) {
    for (j = s; j < s + m; j++)
      A[i * 1000 + j] = 1;
    s += 1;
  }
  return s * 100 + j;
}
/* The nest is left early. */
float *walk10(float *p, int n, float x) {
  for (int i = 0; i < n; i++) {
    if (x > i)
      break;
    *p++ = x;
  }
  return p;
}
/* How far it comes depends on data. */
float *walk11(float *p, const float *q, int n) {
  for (int i = 0; i < n; i++)
    if (q[i] > 0)
      *p++ = q[i];
  return p;
}

/* An unsigned place that goes back, for a number of times that is known. */
void walked_back(float *restrict a, const float *restrict b, unsigned k) {
  int i;
  for (i = 0; i < 100; i++) {
    a[k] = b[i];
    k -= 1;
  }
}

/* Both halves are walked, the second from where the first begins. */
void walked_halves(float *x, long step, const float *w, int m) {
  float *y = x + m;
  do {
    float t = *y * *w;
    w += step;
    *y++ = *x - t;
    *x++ += t;
  } while (--m);
}
/* The second is an index, and the first begins behind another. */
void walked_from(int *p, int n, int k) {
  int *x = p + k, *y = x + n;
  for (int i = 0; i < n; i++)
    *x++ = y[i] + 1;
}

/* What a pointer goes back by is unsigned, and narrower than the pointer. */
void walked_back_by(const float *p, unsigned m, unsigned short k, float *o, unsigned n) {
  const float *r = p, *t = p;
  for (unsigned i = 0; i < n; i++) {
    o[i] = *p + *r + *t;
    p -= m;
    r -= k;
    t -= 3U;
  }
}

static inline int clipped(long long x) { return x > 0x7fffffff ? 0x7fffffff : (int)x; }
static inline int sum_clipped(int x, int y) { return clipped((long long)x + y); }

/* The arguments of what is inlined are walked, too. */
void walked_arguments(const int *a, const int *b, int *d, unsigned n) {
  while (n > 0) {
    *d++ = sum_clipped(*a++, *b++);
    n--;
  }
}

/* An argument is walked that may not be computed. */
void walked_perhaps(const int *a, const int *b, int *d, int n) {
  for (int i = 0; i < n; i++)
    d[i] = a[i] > 0 ? sum_clipped(a[i], *b++) : 0;
}

static inline void put_half(short **at, int value) {
  (*at)[0] = (short)value;
  *at += 1;
}
static inline void put_both(short **at, int value) {
  put_half(at, value & 0xffff);
  put_half(at, value >> 16);
}

/* Functions walk a pointer of which they have the address. */
void walked_by_others(short *d, const int *s, unsigned n) {
  for (unsigned i = n; i > 0; i--)
    put_both(&d, *s++);
}

static inline float next_of(const float **at) {
  float x = **at;
  *at += 1;
  return x;
}

/* What walks gives a value. */
void walked_for_values(float *d, const float *s, int n) {
  for (int i = 0; i < n; i++) {
    float x = next_of(&s), y;
    y = next_of(&s);
    *d++ = x * y;
  }
}

/* The value is not all that is stored, and the order is not known. */
void walked_for_sums(float *d, const float *s, int n) {
  for (int i = 0; i < n; i++)
    d[i] = next_of(&s) - *s;
}

struct numbers {
  int count, *at;
};

/* The count is in memory, and the code behind reads what was walked. */
float *walked_as_counted(const struct numbers *n, float *d, const float *s) {
  int i;
  for (i = 0; i < n->count; i++)
    *d++ = *s++;
  *d = i;
  return d;
}

/* The stores may change the count. */
int *walked_beside_the_count(struct numbers *n, const int *s) {
  int *d = n->at;
  for (int i = 0; i < n->count; i++)
    *d++ = *s++;
  return d;
}
