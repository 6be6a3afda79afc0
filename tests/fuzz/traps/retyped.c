/* Memory that is read as one type and stored to as another behind that (C11 6.5p6). */
struct state { float last; };

void widen(int frames, int channels, const short *in, float *out)
{
    int i, c;
    for (i = frames - 1; i >= 0; i--)
        for (c = channels - 1; c >= 0; c--)
            out[i*channels + c] = in[i*channels + c]*(1.0f/32768);
}

void to_double(int rows, int cols, int ld, const float *s, double *d)
{
    int i, j;
    for (j = cols - 1; j >= 0; j--)
        for (i = rows - 1; i >= 0; i--)
            d[i + j*ld] = s[i + j*ld];
}

void halve_down(int n, int m, int pitch, const int *in, float *out)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 1; j < m; j++)
            out[j*pitch + i] = (in[(j - 1)*pitch + i + 1] & 1023)*0.5f;
}

/* The last store of each element stays. */
void both(int n, int m, int *a, float *b)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            a[j*n + i] = i;
            b[j*n + i + 1] = j;
        }
}

void last_of_two(int n, int m, const int *a, struct state *t, int *out)
{
    int i, j;
    for (j = m - 1; j >= 0; j--)
        for (i = n - 1; i >= 0; i--) {
            t->last = (a[i*m + j] & 255)*2.0f;
            out[i*m + j] = i + j;
        }
}

/* The size is read before the store that may overwrite it. */
void kept_before(int n, int m, const int *w, float *out, int *to)
{
    int i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++) {
            const int t = w[i*m + j] & 63;
            out[j*n + i] = 1.5f;
            to[i*m + j] = t;
        }
}

/* What is read in each iteration may lie where the last one stores. */
void scaled_down(int n, int m, const float *scale, const int *in, int *out)
{
    int i, j;
    for (j = m - 1; j >= 0; j--)
        for (i = n - 1; i >= 0; i--)
            out[i*m + j] = (in[i*m + j] & 63)*(*scale);
}

struct view { int w; float gain; };
void scaled_by_field(const struct view *v, int n, int m, const float *in, float *out)
{
    int i, j;
    for (j = m - 1; j >= 0; j--)
        for (i = n - 1; i >= 0; i--)
            out[i*m + j] = in[i*m + j]*v->w;
}
