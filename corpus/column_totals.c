/* Bytes summed up by columns, in 16 bits, and their greatest. */
void column_totals(int height, int width, const unsigned char *in, unsigned short *total,
                   unsigned char *most)
{
    int x, y;
    for (y = 0; y < height; y++)
        for (x = 0; x < width; x++) {
            total[x] += in[y*width + x];
            most[x] = in[y*width + x] > most[x] ? in[y*width + x] : most[x];
        }
}
