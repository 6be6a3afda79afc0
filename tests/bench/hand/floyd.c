/* Hand-written: path[i][k] in a register, row k read through a pointer of its own; row k and column k by themselves. */
static void relax(float *restrict row, const float *restrict through, float first, int count)
{
    int j;
    for (j = 0; j < count; j++) {
        float sum = first + through[j];
        row[j] = row[j] < sum ? row[j] : sum;
    }
}

void floyd(int n, float *path)
{
    int i, j, k;
    for (k = 0; k < n; k++) {
        float *through = path + (long)k*n;
        for (i = 0; i < n; i++) {
            float *row = path + (long)i*n;
            if (i == k) {
                for (j = 0; j < n; j++)
                    row[j] = row[j] < row[k] + row[j] ? row[j] : row[k] + row[j];
                continue;
            }
            relax(row, through, row[k], k);
            row[k] = row[k] < row[k] + through[k] ? row[k] : row[k] + through[k];
            relax(row + k + 1, through + k + 1, row[k], n - k - 1);
        }
    }
}
