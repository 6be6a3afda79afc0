/* Gray values of packed pixels; the colours come back through pointers, any of which may be null. */
typedef unsigned int word;

static void colours(word pixel, int *red, int *green, int *blue)
{
    if (red)
        *red = pixel >> 24;
    if (green)
        *green = (pixel >> 16) & 0xff;
    if (blue)
        *blue = (pixel >> 8) & 0xff;
}

void luma(int w, int h, const word *pixels, int words, unsigned char *gray, int bytes)
{
    int i, j, r, g, b;
    for (i = 0; i < h; i++)
        for (j = 0; j < w; j++) {
            colours(pixels[i*words + j], &r, &g, &b);
            gray[i*bytes + j] = (unsigned char)((2*r + 5*g + b) / 8);
        }
}
