/* Pixels taken apart and put together by functions that look at their pointers and say how it went. */
typedef unsigned int word;

int complain(const char *what);

static int take(word pixel, int *red, int *green, int *blue)
{
    if (!red || !green || !blue)
        return complain("a part has no place");
    *red = (pixel >> 24) & 0xff;
    *green = (pixel >> 16) & 0xff;
    *blue = (pixel >> 8) & 0xff;
    return 0;
}

static int put(int red, int green, int blue, word *pixel)
{
    if (!pixel)
        return complain("the pixel has no place");
    *pixel = ((word)red << 24) | ((word)green << 16) | ((word)blue << 8);
    return 0;
}

void negate(int w, int h, const word *from, int fromWords, word *to, int toWords)
{
    int i, j, red, green, blue;

    for (i = 0; i < h; i++) {
        const word *line = from + i * fromWords;
        for (j = 0; j < w; j++) {
            take(line[j], &red, &green, &blue);
            put(255 - red, 255 - green, 255 - blue, to + i * toWords + j);
        }
    }
}
