/* Rows times columns, four products at a time; what is left of a row is added behind them. */
void dots_by_fours(const double *left, const double *right, double *out, int rows, int inner, int columns)
{
    int r, c, k;

    for (r = 0; r < rows; r++)
        for (c = 0; c < columns; c++) {
            double sum = 0.0;
            for (k = 0; k + 3 < inner; k += 4) {
                sum += left[r*inner + k] * right[k*columns + c];
                sum += left[r*inner + k + 1] * right[(k + 1)*columns + c];
                sum += left[r*inner + k + 2] * right[(k + 2)*columns + c];
                sum += left[r*inner + k + 3] * right[(k + 3)*columns + c];
            }
            for (; k < inner; k++)
                sum += left[r*inner + k] * right[k*columns + c];
            out[r*columns + c] = sum;
        }
}
