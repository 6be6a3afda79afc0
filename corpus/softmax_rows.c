/* Row pointers, a maximum, a sum and a call of the mathematical library in each row. */
#include <math.h>

void softmax_rows(int rows, int cols, float *out, const float *in)
{
    for (int r = 0; r < rows; r++) {
        const float *x = in + r*cols;
        float *y = out + r*cols;
        float largest = x[0], sum = 0.0f;
        for (int c = 1; c < cols; c++)
            if (x[c] > largest)
                largest = x[c];
        for (int c = 0; c < cols; c++) {
            y[c] = expf(x[c] - largest);
            sum += y[c];
        }
        for (int c = 0; c < cols; c++)
            y[c] /= sum;
    }
}
