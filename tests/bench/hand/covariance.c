/* Hand-written: means row by row, the upper triangle in tiles in registers that begin at zero. */
#define MR 8
#define NV 16
#define NR (2*NV)
typedef float vec __attribute__((vector_size(64), aligned(4), may_alias));

static void tile(float *restrict cov, int m, int n, const float *data, int i, int j)
{
    vec t[MR][2];
    int k, ii, jj;
#pragma GCC unroll 8
    for (ii = 0; ii < MR; ii++)
        t[ii][0] = t[ii][1] = (vec){0};
    for (k = 0; k < n; k++) {
        const float *row = data + (long)k*m;
        vec b0 = *(const vec *)(row + j), b1 = *(const vec *)(row + j + NV);
#pragma GCC unroll 8
        for (ii = 0; ii < MR; ii++) {
            t[ii][0] += row[i + ii] * b0;
            t[ii][1] += row[i + ii] * b1;
        }
    }
    for (ii = 0; ii < MR; ii++)
        for (jj = 0; jj < NR; jj++) {
            float value = t[ii][jj / NV][jj % NV] / (float)(n - 1);
            cov[(long)(i + ii)*m + j + jj] = value;
            cov[(long)(j + jj)*m + i + ii] = value;
        }
}

void covariance(int m, int n, float *data, float *mean, float *cov)
{
    int i, j, k, ii, jj;
    for (j = 0; j < m; j++)
        mean[j] = 0.0f;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            mean[j] += data[(long)i*m + j];
    for (j = 0; j < m; j++)
        mean[j] /= (float)n;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            data[(long)i*m + j] -= mean[j];
    for (j = 0; j < m; j += NR)
        for (i = 0; i < m && i < j + NR; i += MR)
            if (j + NR <= m && i + MR - 1 <= j)
                tile(cov, m, n, data, i, j);
            else
                for (ii = i; ii < i + MR && ii < m; ii++) {
                    float t[NR] = {0};
                    for (k = 0; k < n; k++)
                        for (jj = j > ii ? j : ii; jj < j + NR && jj < m; jj++)
                            t[jj - j] += data[(long)k*m + ii] * data[(long)k*m + jj];
                    for (jj = j > ii ? j : ii; jj < j + NR && jj < m; jj++)
                        cov[(long)jj*m + ii] = cov[(long)ii*m + jj] = t[jj - j] / (float)(n - 1);
                }
}
