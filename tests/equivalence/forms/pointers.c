/* Bounds that are read through a converted pointer, and rows behind pointers in memory. */
struct plan {
  int n, m;
};
void cast_scaled(void *state, float *a) {
  for (int i = 0; i < ((struct plan *)state)->n; i++)
    a[i] *= 2;
}
void cast_bytes(char *state, float *a) {
  for (int i = 0; i < *(int *)state; i++)
    a[i] *= 2;
}
void cast_table(char *state, float *a) {
  for (int i = 0; i < ((int *)state)[2]; i++)
    a[i] *= 2;
}
void cast_both(void *state, double *a, const double *b) {
  for (int i = 0; i < ((struct plan *)state)->n; i++)
    for (int j = 0; j < ((struct plan *)state)->m; j++)
      a[j * ((struct plan *)state)->n + i] = b[i * ((struct plan *)state)->m + j];
}
struct other {
  int m, n;
};
void cast_two(void *state, double *a, const double *b) {
  for (int i = 0; i < ((struct plan *)state)->n; i++)
    for (int j = 0; j < ((struct other *)state)->n; j++)
      a[j * ((struct plan *)state)->n + i] = b[i * ((struct other *)state)->n + j];
}
void cast_pp(struct plan ***state, float *a) {
  for (int i = 0; i < (**state)->n; i++)
    a[i] *= 2;
}
void cast_arr(void *state, float *a) {
  for (int i = 0; i < ((struct plan **)state)[3]->n; i++)
    a[i] *= 2;
}
void cast_fn(void *state, float *a) {
  struct plan *p = (struct plan *)state;
  for (int i = 0; i < p->n; i++)
    a[i] *= 2;
}
typedef short block[64];
void rows_a(block **dst, int h, int w, short v) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      dst[y][x][0] = v;
}
void rows_b(short (**dst)[64], int h, int w, short v) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      for (int k = 0; k < 64; k++)
        dst[y][x][k] = v;
}
struct comp {
  block **rows;
  block *row;
  short (*m)[8][8];
};
void rows_c(struct comp *p, int h, int w, short v) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      p->rows[y][x][3] = v;
}
void rows_d(struct comp *p, int w, short v) {
  for (int x = 0; x < w; x++)
    for (int k = 0; k < 64; k++)
      p->row[x][k] = v;
}
void rows_e(block *rows[4], int w, short v) {
  for (int x = 0; x < w; x++)
    for (int k = 0; k < 64; k++)
      rows[2][x][k] = v;
}
void rows_f(block ***dst, int c, int h, int w, short v) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      dst[c][y][x][0] = v;
}
void rows_g(struct comp *p, int w, short v) {
  for (int x = 0; x < w; x++)
    for (int k = 0; k < 8; k++)
      for (int l = 0; l < 8; l++)
        p->m[x][k][l] = v;
}
void rows_l(block **dst, const block **src, int h, int w) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      for (int k = 0; k < 64; k++)
        dst[y][x][k] = src[y][x][k];
}
void rows_m(block *const *dst, int h, int w, int n, short v) {
  for (int x = 0; x < w; x++)
    for (int k = 0; k < 64; k++)
      dst[h][x * n + 1][k] = v;
}
void rows_q1(block *dst, int w, short v) {
  block *q = dst;
  for (int x = 0; x < w; x++)
    for (int k = 0; k < 64; k++)
      q[x][k] = v;
}
void rows_q2(block *dst, int w, short v) {
  for (int x = 0; x < w; x++) {
    block *q = dst;
    for (int k = 0; k < 64; k++)
      q[x][k] = v;
  }
}
void rows_q3(block *dst, int w, short v) {
  for (int x = 0; x < w; x++) {
    block *q = dst + x;
    for (int k = 0; k < 64; k++)
      (*q)[k] = v;
  }
}
void rows_q4(block **dst, int w, short v) {
  for (int x = 0; x < w; x++) {
    short(*q)[64] = dst[2];
    for (int k = 0; k < 64; k++)
      q[x][k] = v;
  }
}
void rows_q5(struct comp *p, int w, short v) {
  for (int x = 0; x < w; x++) {
    block *q = p->row;
    for (int k = 0; k < 64; k++)
      q[x][k] = v;
  }
}

/* An array that is walked while a pointer to each of its elements is kept. */
static unsigned turned_bits(unsigned x) { x = (x >> 16) | (x << 16); return ((x >> 8) & 0x00ff00ff) | ((x << 8) & 0xff00ff00); }
void kept_places(int n, unsigned *c, unsigned **p)
{
    int i;
    for (i = 0; i < n; i++) {
        c[i] = turned_bits(c[i]);
        p[i] = c + i;
    }
}

/* Arrays of an element whose index is no number. */
struct level { int units; float *out, *sum; };
void level_sums(struct level *l, int j, int n) {
  for (int i = 0; i < n; i++)
    l[j].sum[i] += l[j].out[i];
}
void level_products(struct level *l, int j, int k) {
  int units = l[j].units;
  for (int x = 0; x < l[k].units; x++) {
    float sum = 0;
    for (int y = 0; y < units; y++)
      sum += l[j].sum[x * units + y] * l[j].out[y];
    l[k].out[x] = sum;
  }
}

/* Pointers to records, in elements of an array. */
struct form_leaf {
  int index;
  float weight;
};
struct form_tree {
  int degree;
  struct form_leaf *leaves;
};
void form_l0(struct form_tree *trees, int i, int pitch, const unsigned short *H) {
  for (int j = 0; j < trees[i].degree; j++)
    trees[i].leaves[j].index = H[i + j * pitch] - 1;
}
void form_l1(const struct form_tree *trees, int i, int n, float *sums) {
  for (int k = 0; k < n; k++)
    for (int j = 0; j < trees[i].degree; j++)
      sums[k] += trees[i].leaves[j].weight * trees[i + 1].leaves[k].index;
}
