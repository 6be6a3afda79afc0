/* Each pixel the least of itself and its two neighbours, four at once; the bytes of a word are stored from high to low. */
#define AT(line, n) (*((unsigned char *)((unsigned long)((unsigned char *)(line) + (n)) ^ 3)))
#define LOWER(x, y) ((x) < (y) ? (x) : (y))

void lower_steps(unsigned *image, unsigned *result, int wpl, int w, int h)
{
    int i, j, v0, v1, v2, v3, v4, v5, least;
    unsigned *row, *out;

    for (i = 0; i < h; i++) {
        row = image + i*wpl;
        out = result + i*wpl;
        for (j = 1; j < w - 4; j += 4) {
            v0 = AT(row, j - 1);
            v1 = AT(row, j);
            v2 = AT(row, j + 1);
            v3 = AT(row, j + 2);
            v4 = AT(row, j + 3);
            v5 = AT(row, j + 4);
            least = LOWER(v1, v2);
            AT(out, j) = LOWER(v0, least);
            AT(out, j + 1) = LOWER(least, v3);
            least = LOWER(v3, v4);
            AT(out, j + 2) = LOWER(v2, least);
            AT(out, j + 3) = LOWER(least, v5);
        }
    }
}
