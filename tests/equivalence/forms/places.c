/* Where sizes and bases live. */
struct mat {
  int rows, cols;
  float *data;
};
struct fix {
  int n;
  float a[64];
  int m;
  float b[64];
};
union un {
  float f;
  int i;
};
void form_a0(struct mat *A, const struct mat *B) {
  for (int i = 0; i < A->rows; i++)
    for (int j = 0; j < A->cols; j++)
      A->data[i * A->cols + j] = B->data[i * B->cols + j];
}
void form_a1(struct mat *A, int k) {
  if (k > 3)
    for (int i = 0; i < k; i++)
      for (int j = 0; j < A->cols; j++)
        A->data[i * A->cols + j] += 1;
}
void form_a2(int *A, int *n, int m) {
  for (int i = 0; i < *n; i++)
    for (int j = 0; j < m; j++)
      A[i * m + j] = i + j;
}
void form_a3(float *A, int *n, int *m) {
  for (int i = 0; i < *n; i++)
    for (int j = 0; j < *m; j++)
      A[i * *m + j] = i - j;
}
void form_a4(unsigned char *A, int *n, int *m) {
  for (int i = 0; i < *n; i++)
    for (int j = 0; j < *m; j++)
      A[i * *m + j] = i ^ j;
}
void form_a5(struct fix *s) {
  for (int i = 0; i < s->n; i++)
    for (int j = 0; j < s->m; j++)
      s->a[(i * s->m + j) & 63] = s->b[(j * s->n + i) & 63];
}
void form_a6(struct fix *s) {
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++)
      s->a[i * 8 + j] = s->b[j * 8 + i];
}
void form_a7(struct fix *s, float *p) {
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < s->m; j++)
      p[i * s->m + j] = s->b[i * 8] + j;
}
void form_a8(union un *A, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * m + j].i = (int)A[j * n + i].f;
}
struct rgb {
  unsigned char r, g, b;
};
void form_b0(float *A, float *B, int n, int m) {
  B = A + n;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * m + j] = B[i * m + j];
}
void form_b1(float *A, const float *B, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      *(A + i * m + j) = *(B + j * n + i) + (&A[i * m])[j];
}
void form_b2(float *A, int n, int m) {
  float *p = A;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      *p++ = i * j;
}
void form_b3(float *A, const float *B, int n, int m) {
  const float *q = B;
  for (int i = 0; i < n; i++, q += m) {
    float *p = A + i;
    for (int j = 0; j < m; j++, p += n)
      *p = q[j];
  }
}
void form_b4(struct rgb *A, const struct rgb *B, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      A[i * m + j].r = B[j * n + i].b;
      A[i * m + j].b = B[j * n + i].r;
    }
}
void form_b5(struct rgb *A, const struct rgb *B, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * m + j] = B[j * n + i];
}
void form_b6(float (*A)[16], const float *B, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 16; j++)
      A[i][j] = B[j * n + i];
}
void form_b7(int n, int m, float A[n][m], const float *B) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = B[j * n + i];
}
void form_b8(float *A, int n, int m) {
  float T[64];
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 64; j++)
      T[j] = A[i * 64 + j];
    for (int j = 0; j < m; j++)
      A[i * 64 + (j & 63)] = T[63 - (j & 63)];
  }
}
void form_b9(float *A, int n) {
  float T[8];
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 8; j++)
      T[j] = A[i * 8 + j];
    for (int j = 0; j < 8; j++)
      A[i * 8 + j] = T[7 - j] + T[j];
  }
}
struct table {
  int s[64][64];
};
void form_d0(struct table *A, struct table *B, int n, int m) { /* A and B may be the same */
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A->s[i][j] = B->s[j][i];
}
void form_d1(const int *dims, int *A, const int *B) { /* A may reach dims[0] */
  for (int i = 0; i < dims[0]; i++)
    for (int j = 0; j < dims[1]; j++)
      A[i * dims[1] + j] += B[j];
}
void form_d2(long *A, const long long *B, int n, int m) { /* taken for the same by many */
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * m + j] += B[j];
}
struct counter {
  int i, j;
};
int form_d3(double *A, const double *B, int n, int m) {
  struct counter c;
  for (c.i = 0; c.i < n; c.i++)
    for (c.j = 0; c.j < m; c.j++)
      A[c.i * m + c.j] += B[c.j];
  return c.i;
}
void form_d4(unsigned n, unsigned m, unsigned *A) {
  for (unsigned x = n; x-- > 0;)
    for (unsigned j = 0; j < m; j++)
      A[x * m + j] = x;
}
struct ledger {
  int n, rows[40][12];
  double sums[40];
};
/* the record is the function's own, and read behind the nest */
double form_d5(double *A, const double *B, int n) {
  struct ledger l;
  double all = 0;
  for (int i = 0; i < 40; i++) {
    l.sums[i] = n;
    for (int j = 0; j < 12; j++)
      l.sums[i] += B[i * 12 + j];
  }
  for (int i = 0; i < 40; i++)
    all += A[i] = l.sums[i];
  return all;
}
int form_d6(struct ledger l, const int *B, int n) {
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 12; j++)
      l.rows[i][j] = B[j * 40 + i] + l.n;
  return l.rows[n & 31][3];
}
int form_d7(struct ledger l, const int *B, int which) { /* the record may be what is set */
  int spare[480], *p = which & 1 ? &l.rows[0][0] : spare;
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 12; j++)
      p[i * 12 + j] = l.rows[39 - i][j] + B[i * 12 + j];
  return p[7] + l.rows[1][2];
}
struct form_side {
  int kept;
  float parts[8], behind[8];
};
static void form_put(float *part, int m, const float *v) {
  for (int j = 0; j < m; j++)
    part[0] += v[j];
}
/* A ninth part by a pointer, which no check of bounds sees. */
void form_p27(struct form_side *s, int n, int m, const float *v) {
  for (int p = 0; p < n; p++)
    form_put(s->parts + p, m, v + p * m);
}
typedef struct {
  double from[400], to[400], height;
} form_color;
form_color form_d8(form_color c, int n) { /* members of one record are declared apart */
  for (int i = 0; i < n; i++)
    c.to[i] = c.from[i] * 2;
  return c;
}
/* Pixels of a flattened image: an array of small arrays whose outer subscript is y*w + x. */
void form_x0(unsigned short (*im)[4], const float *f, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      for (int c = 0; c < 3; c++)
        im[y * w + x][c] = im[y * w + x][c] * f[c];
}
void form_x1(unsigned short (*im)[4], int w, int h, int c, int d) { /* of channels that are given */
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      im[y * w + x][c] = (im[y * w + x - 1][d] + im[(y + 1) * w + x][d]) >> 1;
}
static float form_planes[64 * 64][3];
void form_x2(const unsigned char (*im)[3], int w, int h) { /* also of a declared array */
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      for (int c = 0; c < 3; c++)
        form_planes[y * w + x][c] += im[x * h + y][2 - c];
}
void form_x3(double (*m)[3][3], const double (*v)[3], double (*out)[3], int n, int k) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < k; j++)
      for (int r = 0; r < 3; r++)
        for (int s = 0; s < 3; s++)
          out[i * k + j][r] += m[i * k + j][r][s] * v[j][s];
}
/* Records in rows, of which members are stored to. */
typedef struct {
  float re, im;
} form_pair;
void form_y0(form_pair (*tx)[6], float (*p)[6], int rows, int cols) {
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < cols; c++) {
      tx[r][c].re = p[r][c];
      tx[r][c].im = 0;
    }
}
struct form_modem {
  form_pair filter[80][40], phase[80];
  float level[80][40];
};
void form_y1(struct form_modem *f, int n, int m, float by) {
  for (int i = 0; i < n; i++) {
    f->phase[i].re = by;
    f->phase[i].im = 0;
    for (int k = 0; k < m; k++) {
      f->filter[i][k].re = f->level[i][k] * by;
      f->filter[i][k].im *= f->phase[i].re;
    }
  }
}
void form_y2(form_pair (*a)[4][30], const form_pair (*b)[50], int n, int m) { /* cubes and columns */
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 4; j++)
      for (int k = 0; k < m; k++)
        a[i][j][k].im = b[j][i].re - b[j][k].im;
}
/* Bytes of words in the order of the other byte order. */
#define SWAPPED(p, n) (*(unsigned char *)((unsigned long)((unsigned char *)(p) + (n)) ^ 3))
void form_z1(unsigned *d, const unsigned *s, int h, int w, int wpd, int wps) {
  for (int i = 0; i < h; i++) {
    unsigned *to = d + i * wpd;
    const unsigned *from = s + i * wps;
    for (int j = 0; j < w; j++)
      SWAPPED(to, j) = SWAPPED(from, j) / 2 + 1;
  }
}
void form_z2(unsigned *d, int n, int middle, int w, int wpd, float norm) { /* borders of rows */
  for (int i = 0; i < n; i++) {
    unsigned *to = d + i * wpd;
    int j;
    for (j = 0; j <= middle; j++)
      SWAPPED(to, j) = SWAPPED(to, j) * norm;
    for (j = middle + 1; j < w; j++)
      SWAPPED(to, j) = 255 - SWAPPED(to, j);
  }
}
void form_z3(float *d, float *other, int n, int last, int m) { /* one of two loops in blocks */
  for (int i = 0; i <= n; i++) {
    for (int j = 0; j <= last; j++)
      d[(i * m + j / 4) * 4 + j % 4] = 0;
    for (int k = 0; k < m; k++)
      other[i * m + k] = 0;
  }
}
/* Rows of a multiple of a parameter, side by side with another array's. */
void form_t1(float *d, const float *s, int w, int v, int h, int n) {
  for (int i = 0; i < h; i++)
    for (int j = 0; j < n; j++)
      d[i * (4 * w) + j] = s[i * (4 * v) + j] * 2;
}
void form_t2(unsigned short *d, const unsigned short *s, int w, int h, int n, int m) {
  for (int i = 0; i < h; i++)
    for (int j = 0; j < n; j++)
      d[i * (2 * w) + j] += s[i * (2 * w) + m + j];
}
struct form_image {
  int height, stride;
  unsigned char *rows;
};
struct form_part {
  unsigned stride;
  unsigned char *rows;
};
void form_t3(struct form_image *im, const struct form_part *part, int width) { /* of two signs */
  for (int y = 0; y < im->height; y++)
    for (int x = 0; x < width; x++)
      im->rows[y * im->stride + x] = part->rows[y * part->stride + x];
}
int *form_given;
void form_t4(int n, const char *bits, int *restrict out) { /* perhaps read by neither */
  for (int i = 0; i < n; i++)
    if (bits[i] == 2)
      out[i] = form_given[i];
}
