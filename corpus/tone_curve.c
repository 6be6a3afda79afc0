/* Four channels in a word, each through its curve; then a palette of sixteen inks by what is darkest. */
void tone_curve(int w, int h, const unsigned *from, int fromWords, const unsigned char *curve, const float *inks, float *ink,
                int pitch, unsigned *to, int toWords)
{
    int i, j, red, green, blue, dark;
    const unsigned *line;

    for (i = 0; i < h; i++) {
        line = from + i*fromWords;
        for (j = 0; j < w; j++) {
            red = line[j] >> 24;
            green = (line[j] >> 16) & 0xff;
            blue = (line[j] >> 8) & 0xff;
            to[i*toWords + j] = (unsigned)curve[red] << 24 | (unsigned)curve[green] << 16 | (unsigned)curve[blue] << 8;
            dark = red < green ? red : green;
            if (blue < dark)
                dark = blue;
            ink[i*pitch + j] = inks[(255 - dark) >> 4];
        }
    }
}
