/* A convolution over time as in models of speech: each frame has all channels side by side, and so has each tap of a filter. */
void temporal_filters(int frames, int channels, int filters, int taps, const float *in, const float *weights,
                      const float *bias, float *out)
{
    int t, f, r, c;
    for (t = 0; t < frames; t++) {
        for (f = 0; f < filters; f++) {
            float sum = bias[f];
            for (r = 0; r < taps; r++)
                for (c = 0; c < channels; c++)
                    sum += in[(t + r)*channels + c]*weights[(f*taps + r)*channels + c];
            out[t*filters + f] = sum;
        }
    }
}
