/* A sweep over a plane that its author made parallel; without -fopenmp the pragmas say nothing. */
void omp_relax(int rows, int cols, int pitch, double *next, const double *now)
{
    int i, j;
#pragma omp parallel for private(j) schedule(static)
    for (i = 1; i < rows - 1; i++) {
#pragma omp simd
        for (j = 1; j < cols - 1; j++)
            next[i*pitch + j] = 0.25 * (now[(i - 1)*pitch + j] + now[(i + 1)*pitch + j]
                                        + now[i*pitch + j - 1] + now[i*pitch + j + 1]);
    }
}
