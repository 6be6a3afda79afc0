/* A mode chosen by the caller, a level found in the data: both by switch. */
void blend_modes(int n, int m, int mode, const int *level, const float *x, float *y)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            switch (mode) {
            case 0:
                y[i*m + j] = x[i*m + j];
                break;
            case 1:
            case 2:
                y[i*m + j] += x[i*m + j];
                break;
            default:
                y[i*m + j] = 0;
                break;
            }
            switch (level[i*m + j]) {
            case 3:
                y[i*m + j] *= 2;
                break;
            case 4:
                y[i*m + j] = 1;
            }
        }
}
