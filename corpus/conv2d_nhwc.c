/* Direct convolution, unit stride, no padding: input NHWC, weights RSCK, output NHWK. */
void conv2d_nhwc(int batch, int height, int width, int channels, int filters, int R, int S,
                 const float *in, const float *weights, float *out)
{
    int b, y, x, k, r, s, c;
    int out_h = height - R + 1;
    int out_w = width - S + 1;

    for (b = 0; b < batch; b++)
        for (y = 0; y < out_h; y++)
            for (x = 0; x < out_w; x++)
                for (k = 0; k < filters; k++)
                    for (r = 0; r < R; r++)
                        for (s = 0; s < S; s++)
                            for (c = 0; c < channels; c++)
                                out[((b*out_h + y)*out_w + x)*filters + k] +=
                                    in[((b*height + y + r)*width + x + s)*channels + c]
                                    * weights[((r*S + s)*channels + c)*filters + k];
}
