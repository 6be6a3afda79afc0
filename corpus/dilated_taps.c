/* A one-dimensional convolution whose taps lie `dilation` apart. */
void dilated_taps(int channels, int length, int filters, int taps, int dilation,
                  const float *in, const float *weight, float *out)
{
    int width = length - (taps - 1)*dilation;
    int f, c, t, x;
    for (f = 0; f < filters; f++)
        for (x = 0; x < width; x++) {
            float sum = 0;
            for (c = 0; c < channels; c++)
                for (t = 0; t < taps; t++)
                    sum += in[c*length + x + t*dilation] * weight[(f*channels + c)*taps + t];
            out[f*width + x] = sum;
        }
}
