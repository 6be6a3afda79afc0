/* Two pointers walk: one from row to row of a padded image, one straight on. */
void widen_rows(int height, int width, int pitch, const unsigned char *from, float *to)
{
    int y, x;
    for (y = 0; y < height; y++) {
        const unsigned char *p = from + y*pitch;
        for (x = 0; x < width; x++)
            *to++ = *p++;
    }
}
