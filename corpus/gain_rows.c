/* Sound made louder, clipped to 16 bits. */
void gain_rows(int channels, int samples, int pitch, int gain, const short *in, short *out)
{
    int c, i;
    for (c = 0; c < channels; c++)
        for (i = 0; i < samples; i++) {
            int value = (in[c*pitch + i]*gain + 2048) >> 12;
            if (value > 32767)
                value = 32767;
            if (value < -32768)
                value = -32768;
            out[c*pitch + i] = value;
        }
}
