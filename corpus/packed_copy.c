/* Packs a window of a matrix: the target by a running index, the source by rows. */
void packed_copy(int n, int m, int ld, const double *A, double *packed)
{
    int i, j, k;
    for (i = 0, k = 0; i < n; i++)
        for (j = 0; j < m; j++)
            packed[k++] = A[i*ld + j];
}
