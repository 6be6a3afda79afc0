/* All-pairs shortest paths in place. */
void floyd(int n, float *path)
{
    int i, j, k;
    for (k = 0; k < n; k++)
        for (i = 0; i < n; i++)
            for (j = 0; j < n; j++)
                path[i*n + j] = path[i*n + j] < path[i*n + k] + path[k*n + j]
                                    ? path[i*n + j] : path[i*n + k] + path[k*n + j];
}
