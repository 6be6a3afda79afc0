/* Each even row becomes a copy of the odd row below it; columns are the outer loop. */
void odd_even(long rows, long cols, float *A)
{
    long i, j;
    for (i = 0; i < cols; i++)
        for (j = 0; j < rows; j++)
            A[(2*j)*cols + i] = A[(2*j + 1)*cols + i];
}
