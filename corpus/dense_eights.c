/* out = in * weights^T + bias for eight rows at once, whose sums are kept in a local array. */
void dense_eights(int blocks, int n, int m, const float *in, const float *weights, const float *bias, float *out)
{
    int b, o, r, k;
    for (b = 0; b < 8*blocks; b += 8)
        for (o = 0; o < n; o++) {
            float sums[8];
            for (r = 0; r < 8; r++)
                sums[r] = bias[o];
            for (k = 0; k < m; k++) {
                float w = weights[o*m + k];
                for (r = 0; r < 8; r++)
                    sums[r] += in[(b + r)*m + k] * w;
            }
            for (r = 0; r < 8; r++)
                out[(b + r)*n + o] = sums[r];
        }
}
