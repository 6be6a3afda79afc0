/* Loops below conditions on data that can be tested before them, and such as cannot: those go to the statements. */

/* Reference dgemm: scaled before, by columns. */
void tested_scaled(int m, int n, int k, double alpha, const double *a, int lda, const double *b, int ldb,
                   double beta, double *c, int ldc)
{
    int i, j, l;
    double temp;
    for (j = 0; j < n; j++) {
        if (beta == 0.0) {
            for (i = 0; i < m; i++)
                c[i + j*ldc] = 0.0;
        } else if (beta != 1.0) {
            for (i = 0; i < m; i++)
                c[i + j*ldc] = beta * c[i + j*ldc];
        }
        for (l = 0; l < k; l++)
            if (b[l + j*ldb] != 0.0) {
                temp = alpha * b[l + j*ldb];
                for (i = 0; i < m; i++)
                    c[i + j*ldc] += temp * a[i + l*lda];
            }
    }
}

/* Sizes behind pointers: m is read only where some y[j] is not zero. */
void tested_pointers(int *n, int *m, double *alpha, const double *x, const double *y, double *a, int *lda)
{
    int i, j;
    double temp;
    for (j = 0; j < *n; j++)
        if (y[j] != 0.0) {
            temp = *alpha * y[j];
            for (i = 0; i < *m; i++)
                a[i + j * *lda] += x[i] * temp;
        }
}

/* One of two holds, and the triangle is the lower one. */
void tested_either(int n, int k, const double *a, const double *b, double *c)
{
    for (int j = 0; j < n; j++)
        for (int l = 0; l < k; l++)
            if (a[j + l*n] != 0.0 || b[j + l*n] != 0.0) {
                double s = b[j + l*n], t = a[j + l*n];
                for (int i = j; i < n; i++)
                    c[i + j*n] += a[i + l*n]*s + b[i + l*n]*t;
            }
}

/* The negative form, with a value that is no truth value, and a mask that nothing else reads. */
void tested_mask(int n, int m, const unsigned char *skip, int *a)
{
    for (int i = 0; i < n; i++) {
        if (skip[i])
            continue;
        for (int j = 0; j < m; j++)
            a[j*n + i] *= 2;
    }
}

/* Two conditions, one below the other. */
void tested_nested(int n, int m, int p, const int *row, const float *cell, float *a)
{
    for (int i = 0; i < n; i++)
        if (row[i])
            for (int j = 0; j < m; j++)
                if (cell[i*m + j] > 0.5f)
                    for (int k = 0; k < p; k++)
                        a[(i*m + j)*p + k] += cell[i*m + j];
}

/* Two beside each other, counted downwards, and one of them only in part of the rows. */
void tested_twice(int n, int m, const int *odd, const int *even, int *a)
{
    for (int i = n - 1; i >= 0; i--) {
        if (i > 2)
            if (odd[i] < i)
                for (int j = 0; j < m; j++)
                    a[i*m + j] += j;
        if (even[2*i] != 7)
            for (int j = m - 1; j >= 0; j--)
                a[i*m + j] ^= i;
    }
}

/* A value that the nest does not change decides, too. */
void tested_limit(int n, int m, float limit, const float *w, float *a)
{
    for (int i = 0; i < n; i++)
        if (w[i] >= limit)
            for (int j = 0; j < m; j++)
                a[i*m + j] -= limit;
}

/* What is tested is written. */
void untested_own(int n, int m, double *a)
{
    for (int i = 0; i < n; i++)
        if (a[i*m] != 0.0)
            for (int j = 0; j < m; j++)
                a[i*m + j] *= 0.5;
}

/* Both branches do something. */
void untested_both(int n, int m, const int *w, double *a)
{
    for (int i = 0; i < n; i++)
        if (w[i])
            for (int j = 0; j < m; j++)
                a[i*m + j] *= 0.5;
        else
            for (int j = 0; j < m; j++)
                a[i*m + j] = 1.0;
}

/* A scalar of the nest. */
void untested_state(int n, int m, const int *w, double *a)
{
    int seen = 0;
    for (int i = 0; i < n; i++) {
        if (seen < 3)
            for (int j = 0; j < m; j++)
                a[i*m + j] *= 0.5;
        seen += w[i];
    }
}
