/* Functions whose own fast version is hard to prove: two counters, and variables that are set below
   conditions. */
void form1(int n, float *y, const float *x) {
  int i, j;
  for (i = 1, j = 1; i < n - 1; i += 2, j++)
    y[j] = x[i];
}
float form2(int n, int m, const float *a) {
  float most = a[0];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (a[i * m + j] > most)
        most = a[i * m + j];
  return most;
}
int form3(int n, const float *a) {
  int up = 0, down = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > 0)
      up++;
    else if (a[i] < 0)
      down++;
  return up - down;
}
/* Without a value unless some element is positive. */
int form4(int n, int m, const int *a, int *any) {
  int last;
  *any = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (a[j * n + i] > 0)
        last = j;
  for (int i = 0; i < n * m; i++)
    if (a[i] > 0)
      *any = 1;
  return *any ? last : -1;
}
/* A type that another build may give another size: pointers are handed over as casts to what they
   are. */
#ifndef REAL
#define REAL double
#endif
struct scaled {
  REAL scale;
  short samples[2][64];
};
void form5(struct scaled *s, int n) {
  for (int i = 0; i < n; i++)
    s->samples[1][i] *= s->scale;
}
void form6(REAL (*a)[8], const REAL *b, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 8; j++)
      a[i][j] = b[j] * 2;
}
/* Elements of what is only read, at places that are read, or only below a condition. */
static const int bits[8] = {1, 2, 2, 3, 2, 3, 3, 4};
int form7(int n, const unsigned char *a) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += bits[a[i]];
  return sum;
}
int form8(int n, const int *a, const int *b) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i] > 0 ? b[i] : 1;
  return sum;
}
/* Read and set below conditions alone: with a value at first, without, and in an inner loop. */
int form9(int n, const int *a, int least) {
  int most = a[0];
  for (int i = 0; i < n; i++)
    if (a[i] > least)
      if (a[i] > most)
        most = a[i];
  return most;
}
int form10(int n, const int *a, int least) {
  int sum, isSet = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > least) {
      if (!isSet)
        sum = 0;
      isSet = 1;
      sum += a[i];
    }
  return isSet ? sum : 0;
}
int form11(int n, int m, int *a, int least) {
  int found = 0;
  while (n-- > 0 && a[n] != 7) {
    int most;
    most = n;
    for (int j = 0; j < m; j++)
      if (a[j] > least && a[j] < most)
        most += a[j];
    found += most;
  }
  return found;
}
/* Variables that a statement with branches sets and reads itself. */
void form12(int n, int *a, int *b, int d) {
  int value;
  for (int i = 0; i < n; i++)
    if (a[i] > 5) {
      value = a[i] * d;
      b[i] = value * value;
    } else {
      value = a[i] + d;
      b[i] = value * value;
    }
}
void form13(int n, int *a, int d) {
  int value;
  for (int i = 0; i < n; i++) {
    if (a[i] > 5) {
      value = a[i] * d;
      value = value * value;
      value += 2;
    } else
      value = 0;
    a[i] = value;
  }
}
/* Counts that are no polynomials. */
unsigned form14(const unsigned short *p, int bytes, unsigned sum) {
  int words = bytes >> 1;
  while (words--)
    sum = sum * 3 + *p++;
  return sum;
}
unsigned form15(const unsigned short *p, int n, int flags, unsigned sum) {
  int count = n * (flags & 4 ? 1 : 2);
  while (count--)
    sum = sum * 3 + *p++;
  return sum;
}
int form16(const unsigned short *p, int n, int *behind) {
  int j;
  int sum = 0;
  for (j = 0; j < (n >> 1); j++)
    sum += p[j];
  *behind = j;
  return sum;
}
/* Two variables are two objects, whoever has their addresses. */
void spectrum(double *);
void form17(const double *sample) {
  double real[64];
  static double window[64];
  for (int i = 0; i < 64; i++)
    real[i] = sample[i] * window[i];
  window[3] = 3;
  spectrum(real);
}
/* Whoever reaches an element has read what it is reached through. */
struct owner {
  struct table {
    int n;
    int *rows[4];
  } *table;
  struct cell {
    int at, size;
  } cells[16];
};
void form18(struct owner *o, int k, int n, const int *a) {
  for (int i = 0; i < n; i++)
    o->table->rows[k][i] = a[i];
}
void form19(struct owner *o, const int *a) {
  for (int i = 0; i < 16; i++)
    o->cells[i].at = a[i];
}
/* Variables of one name beside each other. */
void form20(struct owner *a, struct owner *b, int m, int *x, const int *y) {
  int k;
  for (k = 0; k < m; k++) {
    if (x[k] > 3) {
      struct owner *p = a + k;
      for (int i = 0; i < p->table->n; i++)
        x[i] += y[i];
    } else {
      struct owner *p = b + k;
      if (!p->table)
        break;
      for (int i = 0; i < p->table->n; i++)
        x[i] -= y[i];
    }
  }
}
/* A difference of numbers, one of which is no polynomial. */
int form21(const unsigned char *a, unsigned tag) {
  int least = 256;
  unsigned count = tag & 0xffff;
  for (unsigned i = 0; i < count; i++)
    if (a[i] < least)
      least = a[i];
  return least;
}
/* Rows of one table: each is an array. */
void form22(struct owner *o, int n, int d) {
  for (int i = 0; i < n; i++)
    o->table->rows[1][i] = o->table->rows[0][i] + d;
}
/* Variables of an iteration that one of several branches sets, beside a sum and a minimum. */
int form23(const int *a, int *b, int *c, int n, int d) {
  int sum = 0, least = 1000;
  for (int i = 0; i < n; i++) {
    int value;
    if (a[i]) {
      value = a[i] + d;
      if (value < least)
        least = value;
    } else
      value = 0;
    b[i] = sum += value;
    c[i] = value;
  }
  return least;
}
/* A maximum that is asked for in all rows but the last: in none, where there is one row. */
double form24(int m, int n, const double *a, const double *b) {
  double most = 0, sum = 0;
  for (int k = 1; k <= m; k++) {
    sum = 0;
    for (int i = 0; i < n; i++)
      sum += a[k*n + i] * b[i];
    if (k < m)
      most = most > sum ? most : sum;
  }
  return most - sum;
}
/* The last row has itself for the next one: behind the loops over the others its last pixel is the
   same all along. */
void form25(const unsigned char *a, unsigned char *c, int n, int m) {
  for (int j = 0; j < n; j++) {
    const unsigned char *row = a + j * m;
    const unsigned char *next = a + (j < n - 1 ? j + 1 : n - 1) * m;
    for (int i = 0; i < m - 1; i++)
      c[j * m + i] = row[i] > next[i] ? row[i] : next[i];
    c[j * m + m - 1] = row[m - 1] > next[m - 1] ? row[m - 1] : next[m - 1];
  }
}

/* Both branches read what the check wants to know. */
struct colour { double in[3], out[3]; };
struct viewing { double level, white; };
struct colour compressed_colour(struct colour c, const struct viewing *v)
{
    int i;
    for (i = 0; i < 3; i++) {
        if (c.in[i] < 0) {
            double t = v->level * c.in[i] / -100.0;
            c.out[i] = -400.0 * t / (t + 27.13) + 0.1;
        } else {
            double t = v->level * c.in[i] / 100.0;
            c.out[i] = 400.0 * t / (t + 27.13) + 0.1;
        }
    }
    return c;
}
extern int form_get(int);
extern void form_use(short (*)[3][40]);
/* A row of a local array as a pointer: inputs may not leave the array by its number. */
void form26(void) {
  short t[3][3][40];
  form_use(t);
  for (int c = 0; c < 3; c++) {
    int f = form_get(c), r = form_get(1), s = form_get(2);
    for (int i = 0; i < 120; i++)
      ((short *)t[c])[i] = (((short *)t[c])[i] * f + r) >> s;
  }
  form_use(t);
}
struct form_frame {
  float w, a[20];
};
extern void form_frames(struct form_frame *);
/* Records of a local array, copied: inputs end with the array here, too. */
void form27(void) {
  struct form_frame frames[64];
  int last = form_get(0) - 1;
  form_frames(frames);
  for (int i = 0; i < last; i++)
    frames[i] = frames[i + 1];
  form_frames(frames);
}
