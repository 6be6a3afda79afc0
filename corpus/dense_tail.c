/* out = in * weights^T for eight rows of all samples at once; there are no rows beyond the last eight. */
void dense_tail(int samples, int length, int n, int m, const float *in, const float *weights, float *out)
{
    int b, o, r, k;
    for (b = 0; b < samples*length; b += 8)
        for (o = 0; o < n; o++) {
            float sums[8];
            for (r = 0; r < 8; r++)
                sums[r] = 0.0f;
            for (k = 0; k < m; k++) {
                float w = weights[o*m + k];
                for (r = 0; r < 8; r++)
                    sums[r] += in[(b + r)*m + k] * w;
            }
            for (r = 0; r < 8; r++)
                out[(b + r)*n + o] = sums[r];
        }
}
