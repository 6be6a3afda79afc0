/* Plain loops as programs have them. `rewrite` must leave none of them slower, at any size. */

void matrix_vector(int n, int m, double *y, const double *a, const double *x)
{
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < m; j++)
            sum += a[i*m + j] * x[j];
        y[i] = sum;
    }
}

void vector_matrix(int n, int m, double *y, const double *a, const double *x)
{
    for (int j = 0; j < m; j++)
        y[j] = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            y[j] += a[i*m + j] * x[i];
}

void product(int n, double *c, const double *a, const double *b)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[i*n + k] * b[k*n + j];
            c[i*n + j] = sum;
        }
}

void product_add(int n, float *c, const float *a, const float *b)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                c[i*n + j] += a[i*n + k] * b[k*n + j];
}

void dense(int rows, int in, int out, float *y, const float *x, const float *w, const float *bias)
{
    for (int r = 0; r < rows; r++)
        for (int o = 0; o < out; o++) {
            float sum = bias[o];
            for (int i = 0; i < in; i++)
                sum += x[r*in + i] * w[o*in + i];
            y[r*out + o] = sum > 0 ? sum : 0;
        }
}

void distances(int n, int dim, float *d, const float *p)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < dim; k++) {
                float t = p[i*dim + k] - p[j*dim + k];
                sum += t * t;
            }
            d[i*n + j] = sum;
        }
}

void convolve(int n, int taps, float *out, const float *in, const float *filter)
{
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int k = 0; k < taps; k++)
            sum += in[i + k] * filter[k];
        out[i] = sum;
    }
}

void prefix_sums(int rows, int n, double *a)
{
    for (int r = 0; r < rows; r++)
        for (int i = 1; i < n; i++)
            a[r*n + i] += a[r*n + i - 1];
}

void blur(int h, int w, unsigned char *out, const unsigned char *in)
{
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out[y*w + x] = (in[(y - 1)*w + x] + in[y*w + x - 1] + 4*in[y*w + x] + in[y*w + x + 1] +
                            in[(y + 1)*w + x]) >> 3;
}

void column_maxima(int n, int m, float *best, const float *a)
{
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            if (a[i*m + j] > best[j])
                best[j] = a[i*m + j];
}

void transpose(int n, int m, double *b, const double *a)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[j*n + i] = a[i*m + j];
}

void transpose_add(int n, double *b, double *a)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            b[i*n + j] += a[j*n + i];
            a[j*n + i] += 1.0;
        }
}

void stencil(int n, double *out, const double *in)
{
    for (int i = 2; i < n - 2; i++)
        for (int j = 2; j < n - 2; j++)
            out[i*n + j] += 0.25*(in[i*n + j - 1] + in[i*n + j + 1] + in[(i - 1)*n + j] + in[(i + 1)*n + j]) +
                            0.125*(in[i*n + j - 2] + in[i*n + j + 2] + in[(i - 2)*n + j] + in[(i + 2)*n + j]);
}

void symmetrize(int n, double *a)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            a[i*n + j] = a[j*n + i] = 0.5 * (a[i*n + j] + a[j*n + i]);
}

void scale_rows(int n, int m, double *a, const double *by)
{
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            a[i*m + j] *= by[i];
}

void solve_lower(int n, double *x, const double *l)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++)
            x[i] -= l[i*n + j] * x[j];
        x[i] /= l[i*n + i];
    }
}

void eliminate(int n, double *a)
{
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            double by = a[i*n + k] / a[k*n + k];
            for (int j = k; j < n; j++)
                a[i*n + j] -= by * a[k*n + j];
        }
}

void gray(int h, int w, unsigned char *out, const unsigned char *rgb)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y*w + x] = (77*rgb[3*(y*w + x)] + 150*rgb[3*(y*w + x) + 1] + 29*rgb[3*(y*w + x) + 2]) >> 8;
}
