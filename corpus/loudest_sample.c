/* The greatest absolute value in some channels of 16-bit sound. */
int loudest_sample(int channels, int samples, int pitch, const short *sound)
{
    int most = 0, c, i;
    for (c = 0; c < channels; c++)
        for (i = 0; i < samples; i++) {
            const int level = sound[c*pitch + i] < 0 ? -sound[c*pitch + i] : sound[c*pitch + i];
            if (level > most)
                most = level;
        }
    return most;
}
