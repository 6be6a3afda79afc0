/* A running index gathers a block of a larger matrix. */
void pack_block(long rows, long cols, long ld, const double *matrix, double *packed)
{
    long i, j, k = 0;
    for (i = 0; i < rows; i++)
        for (j = 0; j < cols; j++)
            packed[k++] = matrix[i*ld + j];
}
