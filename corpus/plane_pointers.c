/* Planes that are allocated one by one, rows flattened in each. */
void plane_pointers(int planes, int rows, int cols, float **sum, float **part)
{
    int p, i, j;
    for (p = 0; p < planes; p++)
        for (i = 0; i < rows; i++)
            for (j = 0; j < cols; j++)
                sum[p][i*cols + j] += part[p][j*rows + i];
}
