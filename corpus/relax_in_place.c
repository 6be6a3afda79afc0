/* A step of relaxation in place: each point takes the values of its eight neighbours as they are by then. */
void relax_in_place(int n, int m, float *a)
{
    int i, j;
    for (i = 1; i < n - 1; i++)
        for (j = 1; j < m - 1; j++)
            a[i*m + j] = (a[(i - 1)*m + j - 1] + a[(i - 1)*m + j] + a[(i - 1)*m + j + 1] + a[i*m + j - 1] + a[i*m + j] +
                          a[i*m + j + 1] + a[(i + 1)*m + j - 1] + a[(i + 1)*m + j] + a[(i + 1)*m + j + 1])*0.1111f;
}
