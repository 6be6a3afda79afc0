/* Tints what a mask covers, laid at (left, top) over an image of packed bytes, four to a word. */
void mask_tint(unsigned int *image, int words, const unsigned char *mask, int pitch, int left, int top, int width, int height,
               unsigned char tint)
{
    int i, j;

    for (i = 0; i < height; i++) {
        unsigned int *line = image + (top + i)*words;
        for (j = 0; j < width; j++) {
            int at = left + j;
            if (mask[i*pitch + j])
                line[at >> 2] |= (unsigned int)tint << (24 - 8*(at & 3));
        }
    }
}

/* How many bits are set in each row of a box of an image of one bit per pixel. */
void count_in_box(const unsigned int *image, int words, int x0, int x1, int y0, int y1, int *count)
{
    int x, y;

    for (y = y0; y < y1; y++)
        for (x = x0; x < x1; x++)
            count[y] += (image[y*words + (x >> 5)] >> (31 - (x & 31))) & 1;
}
