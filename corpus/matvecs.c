/* Two products of a matrix and a vector, the second of what the first gives. */
void matvecs(int inputs, int hidden, int outputs, const float *x, const float *W, float *h, const float *V, float *y)
{
    int i, j, k;

    for (i = 0; i < inputs; i++)
        for (j = 0; j < hidden; j++)
            h[j] += x[i] * W[i*hidden + j];
    for (j = 0; j < hidden; j++)
        for (k = 0; k < outputs; k++)
            y[k] += h[j] * V[j*outputs + k];
}
