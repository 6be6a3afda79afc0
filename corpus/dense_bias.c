/* A fully connected layer: the bias may be absent, the result may be added to what is there. */
void dense_bias(int batch, int inputs, int outputs, const float *X, const float *W, const float *bias, float beta, float *Y)
{
    int b, o, k;
    for (b = 0; b < batch; b++) {
        for (o = 0; o < outputs; o++) {
            float sum = bias ? bias[o] : 0.0f;
            for (k = 0; k < inputs; k++)
                sum += X[b*inputs + k]*W[o*inputs + k];
            if (beta == 0)
                Y[b*outputs + o] = sum;
            else
                Y[b*outputs + o] = beta*Y[b*outputs + o] + sum;
        }
    }
}
