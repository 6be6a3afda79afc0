/* y += alpha * a * x, x and y in steps; with a step downwards the first element is the one at the other end. */
void gemv_steps(int rows, int cols, double alpha, const double *a, int lda, const double *x, int step_x, double *y, int step_y)
{
    int i, j;
    int to = step_y > 0 ? 0 : (rows - 1) * -step_y;
    for (i = 0; i < rows; i++) {
        double sum = 0.0;
        int from = step_x > 0 ? 0 : (cols - 1) * -step_x;
        for (j = 0; j < cols; j++) {
            sum += x[from] * a[lda*i + j];
            from += step_x;
        }
        y[to] += alpha * sum;
        to += step_y;
    }
}
