/* a = l * u of the factors of an LU decomposition in one array: below the diagonal those of l, whose diagonal is one. */
void product_of_factors(int n, const float *lu, float *a)
{
    int i, j, k;
    float left, right;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            float sum = 0;
            for (k = 0; k <= (i < j ? i : j); k++) {
                if (i == k)
                    left = 1;
                else
                    left = lu[i*n + k];
                right = lu[k*n + j];
                sum += left * right;
            }
            a[i*n + j] = sum;
        }
}
