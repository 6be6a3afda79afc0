/* Largest value and its place in each window of padded planes, as layers of networks store them. */
void pool_padded(const float *in, float *out, int *places, int batch, int planes, int height, int width,
                 int out_h, int out_w, int size, int stride, int pad)
{
    int b, k, i, j, n, m;
    int first = -pad/2;

    for (b = 0; b < batch; ++b)
        for (k = 0; k < planes; ++k)
            for (i = 0; i < out_h; ++i)
                for (j = 0; j < out_w; ++j) {
                    int to = j + out_w*(i + out_h*(k + planes*b));
                    float most = -1e30f;
                    int place = -1;
                    for (n = 0; n < size; ++n)
                        for (m = 0; m < size; ++m) {
                            int row = first + i*stride + n;
                            int column = first + j*stride + m;
                            int from = column + width*(row + height*(k + b*planes));
                            int inside = row >= 0 && row < height && column >= 0 && column < width;
                            float value = inside != 0 ? in[from] : -1e30f;
                            place = value > most ? from : place;
                            most = value > most ? value : most;
                        }
                    out[to] = most;
                    places[to] = place;
                }
}
