/* Sums each row of an image whose words hold bytes or, at greater depths, 16-bit samples. */
void mixed_depth(const unsigned *words, int wpl, int w, int h, int depth, unsigned *total)
{
    int i, j;
    unsigned value;
    const unsigned *line;

    for (i = 0; i < h; i++) {
        line = words + i*wpl;
        total[i] = 0;
        for (j = 0; j < w; j++) {
            if (depth == 8)
                value = ((const unsigned char *)line)[j];
            else
                value = ((const unsigned short *)line)[j];
            total[i] += value;
        }
    }
}
