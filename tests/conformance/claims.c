/* Nests whose loops share elements for some sizes and not for others, and walks along one line: see check_claims.py. */

/* race: affine */
void race(int n, double *a)
{
    int i, j;
    for (i = 0; i < 5; i++)
        for (j = 0; j <= n; j++)
            a[i*n + j] = i*10 + j;
}

/* long_rows: affine */
void long_rows(int n, int m, double *a)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j <= m; j++)
            a[i*m + j] = i*10 + j;
}

/* sliding: recovered */
void sliding(int n, int m, int l, double *o, const double *a)
{
    int i, j, k;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            for (k = 0; k < l; k++)
                o[i*m + j] += a[i*m + j + k];
}

void sliding_sum(int n, int m, int l, double *a)
{
    int i, j, k;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            for (k = 0; k < l; k++)
                a[i*m + j + k] += 1;
}

void front(int n, int m, double *a)
{
    int s, i;
    for (s = 0; s < m; s++)
        for (i = 0; i < n; i++)
            a[i*m + s - i] = s;
}

void front_inside(int n, int m, double *a)
{
    int s, i;
    for (s = 0; s < n + m - 1; s++)
        for (i = 0; i < n; i++)
            if (s - i >= 0 && s - i < m)
                a[i*m + s - i] += a[i*m + s - i - 1];
}

void plane_front(int n, int m, int p, double *a)
{
    int i, j, k;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            for (k = 0; k <= p; k++)
                a[(i*m + j)*p + k] = i + j;
}

/* pitch: recovered */
void pitch(int n, int m, int ld, double *a, const double *b)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            a[i*ld + j] = b[i*ld + j];
}

void two_pitches(int n, int m, int p, int q, double *a)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            a[i*p + j] += a[i*q + j + 1];
}

void either_or(int n, int m, int l, double *a, double *b)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < l; j++) {
            a[i*m + j] = 1;
            b[j*(l - m) + i] = 2;
        }
}

/* axpy: affine */
void axpy(int n, float alpha, const float *x, int incx, float *y, int incy)
{
    int i;
    for (i = 0; i < n; i++)
        y[i*incy] += alpha*x[i*incx];
}

/* column: affine */
void column(int n, int m, double *a)
{
    int i;
    for (i = 0; i < n; i++)
        a[i*m + 3] = 0;
}

/* reversed: affine */
void reversed(int n, double *a)
{
    int i;
    for (i = 0; i < n/2; i++) {
        double t = a[i];
        a[i] = a[n - 1 - i];
        a[n - 1 - i] = t;
    }
}

/* mirrored: affine */
void mirrored(int n, const double *a, double *b)
{
    int i;
    for (i = 0; i < n; i++)
        b[i] = a[n - 1 - i];
}

/* two_rows: recovered */
void two_rows(int n, double *a)
{
    int j;
    for (j = 0; j < n; j++) {
        a[j] = 0;
        a[n + j] = 1;
    }
}

void diagonal(int n, double *a)
{
    int i;
    for (i = 0; i < n; i++)
        a[i*n + i] = 1;
}

void row_sums(int n, int m, int ld, const double *a, double *s)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            s[i] += a[i*ld + j];
}

void shifted(int n, int m, int ld, double *a)
{
    int i, j;
    for (i = 1; i < n; i++)
        for (j = 0; j < m; j++)
            a[i*ld + j] = a[(i - 1)*ld + j] + 1;
}

void downwards(int n, int m, int ld, double *a)
{
    int i, j;
    for (i = n - 1; i >= 0; i--)
        for (j = m - 1; j > 0; j--)
            a[i*ld + j] = a[i*ld + j - 1];
}

void swapped_bound(int n, int m, double *a)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            a[i*m + j] += a[j*m + i];
}

/* The difference wraps for i > j, and iterations run that the loops of a view would not have. */
void wrapping_difference(unsigned n, unsigned m, double *a)
{
    unsigned i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++)
            if (j - i < 2)
                a[i*m + j] += a[(i + 1)*m + j];
}

/* wrapping_window: rejected */
void wrapping_window(unsigned n, unsigned m, double *a)
{
    unsigned i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++)
            if (i - 1 < n - 2)
                a[i*m + j] += a[(i + 1)*m + j];
}

/* Where one row of b begins in the one before, the view of a says no. */
void read_beside(int n, int m, int ld, double *a, double *b)
{
    int i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++)
            if (j < m - 1)
                b[i*ld + j] = a[i*ld + j + 1] + i;
            else
                b[i*ld + j] = a[i*ld + j - 1];
}
