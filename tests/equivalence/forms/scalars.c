/* Values of variables behind the nest, and scalars that live across iterations. */
int form0(int *A, int n, int m) {
  int i, j = 5;
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++)
      A[i * m + j] = 1;
  return i * 100 + j;
}
int form1(int *A, int n, int m) {
  int i, j = 5;
  for (i = 3; i < n; i += 4)
    for (j = i; j < m; j += 2)
      A[i * m + j] = 1;
  return i * 100 + j;
}
int form2(int *A, int n, int m) {
  int i, j = 5;
  for (i = n; i > 0; i -= 3)
    for (j = m; j >= 0; j--)
      A[i * m + j] = 1;
  return i * 100 + j;
}
int form3(int *A, int n, int m) {
  int i, j, t = 7;
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++) {
      t = A[i * m + j];
      A[i * m + j] = t + 1;
    }
  return t;
}
int form4(int *A, int n, int m) {
  int i, j, s = 0;
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++) {
      s += A[i * m + j];
      A[i * m + j] = j;
    }
  return s;
}
int form5(int *A, int n, int m) {
  int i, j, c = 0;
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++)
      A[c++] = i;
  return c;
}
int form6(int *A, int n, int m) {
  int i, j = 0, c = 0;
  for (i = 0; i < n; i++) {
    for (j = 0; j < m; j++)
      A[c + j] = i;
    c += m;
  }
  return c + j;
}
int form7(int *A, int n, int m) {
  int i, j, last = -1;
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++)
      if (A[i * m + j] < 0) {
        A[i * m + j] = 0;
        last = j;
      }
  return last;
}
int form8(int *A, int n, int m) {
  int i, j;
  for (i = 0; i < n; i++) {
    for (j = 0; j < m; j++)
      A[i * m + j] = 3;
    A[i * m] = j;
  }
  return i;
}
int form9(int *A, int n, int m) {
  int i, j;
  for (i = 0; i < n; i++) {
    for (j = 0; j < m; j++) {
      if (A[i * m + j] == 7)
        break;
      A[i * m + j]++;
    }
  }
  return i + j;
}
int form10(int *A, int n, int m) {
  int i, j;
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++) {
      if (j == i)
        continue;
      A[i * m + j]++;
    }
  return i;
}
int form11(int *A, int n, int m) {
  int i, j;
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++) {
      int n = j;
      A[i * m + n]++;
    }
  return i;
}
int form12(int *A, int n, int m) {
  for (int i = 0; i < n; i++) {
    int m2 = m - 1;
    for (int j = 0; j < m2; j++)
      A[i * m2 + j] += i;
    m2++;
  }
  return n;
}
int form13(int *A, int n, int m) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      A[i * m + j] += i;
    if (i == 3)
      m--;
  }
  return m;
}
int form14(int *A, int n, int m) {
  int w = 0;
  for (int i = 0; i < n; i++) {
    w = w + 1;
    for (int j = 0; j < m; j++)
      A[i * m + j] += w;
  }
  return w;
}
int form15(int *A, int n, int m) {
  int w = 1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      A[i * m + j] = w;
      w = -w;
    }
  return w;
}
/* An iteration that the written loops split: what it keeps in a variable reaches all of its parts.
 */
int form16(int *A, const int *B, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      int t;
      switch (j & 3) {
      case 0:
        t = 5;
        break;
      case 3:
        t = i;
        break;
      default:
        t = B[i * m + j];
      }
      A[i * m + j] = t;
    }
  return n;
}
/* Sections of a switch that run into the next one. */
int form17(int *A, const int *B, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      int t = 1;
      switch (j & 3) {
      case 0:
        t = 5;
      case 1:
        t += B[i * m + j];
        break;
      case 3:
        t = i;
      default:
        t *= 2;
      }
      A[i * m + j] = t;
    }
  return n;
}
/* Counters that the code behind the nest reads: set once, behind the loops. */
int form_k0(int n, int m, float *A, const float *B) {
  int pos = 0;
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++)
      A[pos++] = B[i * m + j];
  return pos;
}
int form_k2(int n, int m, float *A, const float *B) {
  int pos = 3, q = 0;
  for (int j = 0; j < m; j++) {
    for (int i = 0; i < n; i++) {
      A[pos] = B[q];
      pos += 2;
      q += 1;
    }
    pos++;
  }
  return pos - q;
}
unsigned form_k3(unsigned n, float *A) { /* whether it runs or not */
  unsigned pos = 5;
  for (unsigned i = 1; i < n; i++)
    A[pos++] = 1;
  return pos;
}
int form_k4(int n, int m, float *A, const float *B) { /* also where it stops early */
  int pos = 0;
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++) {
      if (B[j] < 0)
        break;
      A[pos++] = B[i * m + j];
    }
  return pos;
}
void form_m1(int n, int m, float *A, const float *B) { /* assigned and read in one expression */
  float t;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * m + j] += (t = B[j * n + i]) > 0 ? t * t : -t;
}
void form_m2(int n, int m, float *A, const float *B) { /* behind the first test alone */
  float t;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (A[i * m + j] > 0 && (t = B[j * n + i]) < A[i * m + j] && t > -1)
        A[i * m + j] -= t;
}

/* A choice of which one side leaves the variable as it is. */
void left_as_it_is(int n, int flip, unsigned s, const unsigned char *restrict a, unsigned short *restrict w)
{
    int i;
    unsigned v;
    for (i = 0; i < n; i++) {
        v = a[i] << 8 | a[i];
        v = flip ? 0xffff - v : v;
        if (s > 0)
            v = v * s;
        w[i] = v;
    }
}

/* ++ of what holds more than an int, below tests of data. */
unsigned counted_zeros(unsigned n, const unsigned short *t, unsigned long *last)
{
    unsigned i, zeros = 0;
    unsigned long others = 0;
    for (i = 0; i < n; i++) {
        if (t[i] == 0)
            zeros++;
        else
            ++others;
        if (t[i] == 0xffff)
            zeros--;
    }
    *last = others;
    return zeros;
}

/* Records that hold a value between iterations, set as a whole or member by member. */
struct point {
    double x, y;
};
static struct point sum_of(struct point a, struct point b)
{
    struct point r;
    r.x = a.x + b.x;
    r.y = a.y + b.y;
    return r;
}
struct point centre(int n, const struct point *p)
{
    struct point s = {0, 1};
    int i;
    for (i = 0; i < n; i++)
        s = sum_of(s, p[i]);
    return s;
}
struct point turned(int n, const struct point *p, struct point *q, double *length)
{
    struct point s = {0, 0}, t = {1, 0};
    double l = 0;
    int i;
    for (i = 0; i < n; i++) {
        s.x = s.x * p[i].x - s.y * p[i].y + 1;
        s.y += p[i].y;
        l += p[i].x * p[i].x;
        t = sum_of(p[i], t);
        q[i] = t;
    }
    *length = l;
    return sum_of(s, t);
}
static void stretch(struct point *p, double by)
{
    p->x *= by;
    p->y += by;
}
struct point stretched(int n, const double *by)
{
    struct point s = {1, 0};
    int i;
    for (i = 0; i < n; i++)
        stretch(&s, by[i]);
    return s;
}

/* What holds its value of the entry in the loop, and another behind it. */
int counted_on(int n, int k, int *out, const int *in)
{
    int i;
    for (i = 0; i < n; i++) {
        out[i] = in[i] + k * 3;
        k++;
    }
    return k;
}
void unpacked(int n, int first, unsigned char *out, const unsigned char *in)
{
    int i, bit = first;
    for (i = 16; i < n; i++) {
        out[i] = (in[bit >> 3] >> (7 - (bit & 7))) & 1;
        bit++;
    }
    for (i = 56; i < n; i++) {
        out[i] += (in[bit >> 3] >> (7 - (bit & 7))) & 1;
        bit++;
    }
}

/* A pointer that only code behind the loop reads. */
float scalar_place(float *w, int n, float x, const float *f) {
  float *last = w;
  for (int i = 0; i < n; i++) {
    last = w + i * 4 + 3;
    *(last - 1) = f[i] + x;
    x = *last;
  }
  return x + *last;
}
