/* A damped step in a volume of four dimensions, and the sum of the squared residuals. */
void damped_residual(unsigned n, unsigned m, unsigned p, unsigned q, float damping, const float *weights, const float *from, float *to,
                     double *residual)
{
    unsigned b, i, j, k;
    float change;
    for (b = 0; b < n; b++)
        for (i = 0; i < m; i++)
            for (j = 0; j < p; j++)
                for (k = 1; k < q; k++) {
                    change = weights[((b*m + i)*p + j)*q + k] * (from[((b*m + i)*p + j)*q + k] - from[((b*m + i)*p + j)*q + k - 1]);
                    *residual += (double)change * change;
                    to[((b*m + i)*p + j)*q + k] = from[((b*m + i)*p + j)*q + k] + damping * change;
                }
}
