/* Each row of a matrix goes through a chain of its own: a weighted sum, a value that fades, and one sum that runs on from row to row. */
void row_chains(int rows, int n, const float *w, const float *x, float *score,
                int pitch, const double *level, double *faded, double *running)
{
    int i, j;
    for (i = 0; i < rows; i++) {
        float sum = 0;
        for (j = 0; j < n; j++)
            sum += w[i*n + j]*x[j];
        score[i] = sum;
    }
    for (i = 0; i < rows; i++)
        for (j = 0; j < n; j++)
            faded[i] = faded[i]*0.5 + level[i*pitch + j];
    for (i = 0; i < rows; i++) {
        double sum = i > 0 ? running[i - 1] : 0;
        for (j = 0; j < n; j++)
            sum += level[i*pitch + j]*x[j];
        running[i] = sum;
    }
}
