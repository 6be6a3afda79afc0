/* Tables of row pointers: one block in the runner's inputs, with rows at a distance, or rows that are not. */

/* A product, as in books of numerical recipes: each row of b is read in each iteration of i. */
void rows_product(int n, double **a, double **b, double **c)
{
    int i, j, k;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            double s = 0;
            for (k = 0; k < n; k++)
                s += a[i][k] * b[k][j];
            c[i][j] = s;
        }
}

/* A decomposition, by rows that are both read and written; the rows below the first are those of a triangle. */
void rows_decomposed(int n, double **a)
{
    int i, j, k;
    for (k = 0; k < n; k++)
        for (i = k + 1; i < n; i++) {
            a[i][k] /= a[k][k];
            for (j = k + 1; j < n; j++)
                a[i][j] -= a[i][k] * a[k][j];
        }
}

/* The first row and the last one differ from 0 and n; the pointers are kept in variables. */
void rows_below(int n, int m, int k, float **a, const float *row)
{
    int i, j;
    for (i = k + 1; i < n - 1; i++) {
        float *out = a[i];
        const float *in = a[i + 1];
        for (j = 0; j < m; j++)
            out[j] = in[j] * row[j] + out[j];
    }
}

/* In a structure, by columns. */
struct rows_matrix {
    long rows, columns;
    double **cols;
};
void rows_of_columns(const struct rows_matrix *a, double c, struct rows_matrix *b)
{
    long i, j;
    for (j = 0; j < a->columns; j++)
        for (i = 0; i < a->rows; i++)
            b->cols[j][i] += c * a->cols[j][i];
}

/* Pixels, from the last row up: rows of bytes, with a bias. */
void rows_of_pixels(unsigned char **input, unsigned char **output, int height, int width, int bias)
{
    int row, col;
    for (row = height - 1; row >= 0; row--) {
        const unsigned char *from = input[row];
        unsigned char *to = output[height - 1 - row];
        for (col = 0; col < width; col++)
            to[col] = (unsigned char)(from[width - 1 - col] + bias);
    }
}

/* Turned: the rows of one are columns of the other. */
void rows_turned(int n, int m, int **a, int **b)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            a[i][j] = b[j][i];
}

/* Rows of the strict triangle alone: the first one is not read. */
void rows_of_triangle(int n, double **l, double *x)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < i; j++)
            x[i] -= l[i][j] * x[j];
}

/* Back substitution by columns, in another integer type: the last column is read first. */
void rows_solved(double **a, long n, double *b)
{
    long i, k;
    for (k = n - 1; k > 0; k--) {
        double *column = a[k];
        b[k] /= column[k];
        for (i = 0; i < k; i++)
            b[i] -= b[k] * column[i];
    }
}
