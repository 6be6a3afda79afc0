/* Memory that a nest reads its sizes or pointers from, and memory that two names share. */
struct view { int n; int ld; float *data; };
struct pair { float a, b; };
union word { float f; int i; };
int g_n;
int g_ld;
float *g_data;

void size_through_same_type(int *n, int *A)
{
    int i, j;
    for (i = 0; i < *n; i++)
        for (j = 0; j < 20; j++)
            A[i*20 + j] = i + 3;
}

void size_through_char(int *n, unsigned char *A)
{
    int i, j;
    for (i = 0; i < *n; i++)
        for (j = 0; j < 20; j++)
            A[i*20 + j] = 0;
}

void ld_through_same_type(int n, int *ld, int *A, int *B)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            A[j*n + i] = (B[i**ld + j] & 31) + 1;
}

/* The first row may end the loop: *q is not read then. */
void size_behind_a_stored_bound(const int *n, const int *q, int *A, int ld)
{
    int i, j;
    for (i = 0; i < *n; i++) {
        for (j = 0; j < 4; j++)
            A[i*ld + j] = 1;
        if (i > 1)
            for (j = 0; j < *q; j++)
                A[i*ld + j] += 2;
    }
}

void field_sizes(struct view *v, int *A)
{
    int i, j;
    for (i = 0; i < v->n; i++)
        for (j = 0; j < v->n; j++)
            A[i*v->ld + j] = A[i*v->ld + j] & 31;
}

void field_pointer(struct view *v, float *A)
{
    int i, j;
    for (i = 0; i < v->n; i++)
        for (j = 0; j < v->n; j++)
            A[j*v->ld + i] = v->data[i*v->ld + j];
}

void null_struct(struct view *v, int rows, float *A)
{
    int i, j;
    for (i = 0; i < rows; i++)
        for (j = 0; j < v->n; j++)
            A[i*v->ld + j] = 2.0f*A[i*v->ld + j];
}

void global_sizes(int *A)
{
    int i, j;
    for (i = 0; i < g_n; i++)
        for (j = 0; j < g_n; j++)
            A[i*g_ld + j] = A[i*g_ld + j] & 31;
}

void global_pointer(float *A)
{
    int i, j;
    for (i = 0; i < g_n; i++)
        for (j = 0; j < g_n; j++)
            g_data[j*g_ld + i] = A[i*g_ld + j];
}

void union_members(union word *u, int n, int m)
{
    int i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++) {
            u[i*m + j].f = 1.5f;
            u[i*m + j].i = u[i*m + j].i ^ u[(n - 1 - i)*m + j].i;
        }
}

void pair_members(struct pair *A, struct pair *B, int n, int m)
{
    int i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++)
            A[i*m + j].a = B[i*m + j].b + B[j*n + i].a;
}

void char_over_float(unsigned char *A, float *B, int n, int m)
{
    int i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++)
            A[i*m + j] = (unsigned char)(B[i*m + j] > 0.25f);
}

void pointer_copy(float *A, int n, int m)
{
    float *B = A + 1;
    int i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++)
            A[i*m + j] = B[i*m + j] + B[(n - 1 - i)*m + j];
}

void signed_unsigned(int *A, unsigned *B, int n, int m)
{
    int i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++)
            A[i*m + j] = (int)(B[i*m + j] + B[j*n + i]);
}

void long_longlong(long *A, long long *B, int n, int m)
{
    int i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++)
            A[i*m + j] = (long)B[j*n + i] + 1;
}

void pointer_table(float **rows, int n, int m, float *A)
{
    int i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++)
            rows[i][j] = A[j*n + i];
}

void three_pointers(double *C, double *A, double *B, int n, int m, int p)
{
    int i, j, k;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            for (k = 0; k < p; k++)
                C[i*m + j] += A[i*p + k] * B[k*m + j];
}

struct point { float x, y; };
struct box { struct point low, high; float v[4]; };
union mixed { struct point p; int k[2]; };

void whole_and_member(struct point *A, int n, int m)
{
    int i, j;
    for (j = 0; j < m; j++)
        for (i = 1; i < n; i++) {
            A[i*m + j] = A[(i - 1)*m + j];
            A[i*m + j].x = A[i*m + j].x*0.5f + A[(n - i)*m + j].y;
        }
}

void member_then_whole(struct point *A, int n, int m)
{
    int i, j;
    for (j = 0; j < m; j++)
        for (i = 1; i < n; i++) {
            A[i*m + j].x = A[i*m + j].y + 1;
            A[(i - 1)*m + j] = A[i*m + j];
        }
}

void nested_members(struct box *A, int n, int m)
{
    int i, j;
    for (j = 0; j < m; j++)
        for (i = 1; i < n; i++) {
            A[i*m + j].low.x = A[i*m + j].high.y + 1;
            A[i*m + j].high = A[(i - 1)*m + j].low;
        }
}

void member_arrays(struct box *A, int n, int m)
{
    int i, j, k;
    for (k = 0; k < 4; k++)
        for (j = 0; j < m; j++)
            for (i = 1; i < n; i++)
                A[i*m + j].v[k] = A[(i - 1)*m + j].v[3 - k]*0.5f + A[i*m + j].v[0];
}

void member_overrun(struct point *A, float *B, int n, int m)
{
    int i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++)
            A[i*m + j].x = B[2*(i*m + j)] + B[2*(j*n + i) + 1];
}

void complex_parts(float _Complex *A, float *B, int n, int m)
{
    int i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++)
            A[i*m + j] = A[i*m + j] + B[j*n + i];
}

void union_in_struct(union mixed *A, int n, int m)
{
    int i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++) {
            A[i*m + j].k[0] = 0x3f800000 + i;
            A[i*m + j].p.x = A[i*m + j].p.x + A[(n - 1 - i)*m + j].p.y;
        }
}

typedef float four __attribute__((vector_size(16)));
void vector_elements(four *A, float *B, int n, int m)
{
    int i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++)
            A[i*m + j] = A[i*m + j] * B[j*n + i];
}

void enums(int *A, enum { kRed = 1, kBlue } *B, int n, int m)
{
    int i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++)
            A[i*m + j] = B[j*n + i] + 1;
}

static float table[64*64], *const window = table + 7;
void statics(float *A, int n, int m)
{
    int i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++)
            table[i*m + j] = A[j*n + i];
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++)
            window[i*m + j] = table[i*m + j] + table[j*n + i];
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++)
            A[i*m + j] = window[j*n + i];
}

void row_pointers(float *A, int n, int m)
{
    int i, j;
    for (i = 1; i < n; i++) {
        float *above = A + (i - 1)*m, *here = &A[i*m];
        for (j = 0; j < m; j++)
            here[j] = above[j]*0.5f + here[j];
    }
}

void two_strides(float *A, int n, int m, int o)
{
    int i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++)
            A[i*m + j] = A[i*o + j] + 1;
}

void word_view(unsigned *A, unsigned short *B, int n, int m)
{
    int i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++)
            A[i*m + j] = A[i*m + j]*3 + B[j*n + i];
}

/* An operand that is used only when a flag says so, and may be null or short otherwise. */
void absent_operand(float *A, const float *b, int use, int rows, int cols)
{
    int i, j;
    for (j = 0; j < cols; j++)
        for (i = 0; i < rows; i++) {
            A[i*cols + j] *= 2.0f;
            if (use)
                A[i*cols + j] += b[i*cols + j];
        }
}

void absent_bias(float *A, const float *bias, int rows, int cols)
{
    int i, j;
    for (j = 0; j < cols; j++)
        for (i = 0; i < rows; i++)
            A[i*cols + j] += bias ? bias[j] : 1.0f;
}

void absent_scale(float *A, const float *scale, int rows, int cols)
{
    int i, j;
    for (j = 0; j < cols; j++)
        for (i = 0; i < rows; i++)
            if (j < rows && *scale != 1.0f)
                A[i*cols + j] *= *scale;
}

/* A size behind a pointer that is made from a `restrict` parameter. */
static int *place_of(int *p, int i) { return p + i; }

void size_in_the_array(int *restrict a, int at, int cols)
{
    int i, j, *rows = place_of(a, at);
    for (j = 0; j < cols; j++)
        for (i = 0; i < *rows; i++)
            a[i*cols + j] = i/2 + 5;
}

struct sizes { int *rows; };

void size_behind_a_member(int *restrict a, struct sizes *s, int at, int cols)
{
    int i, j;
    s->rows = a + at;
    for (j = 0; j < cols; j++)
        for (i = 0; i < *s->rows; i++)
            a[i*cols + j] = i/2 + 5;
}
