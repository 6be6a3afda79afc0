/* The second pass of a distance map, from the last pixel to the first; the bytes of a word are stored from high to low. */
#define AT(line, n) (*((unsigned char *)((unsigned long)((unsigned char *)(line) + (n)) ^ 3)))

void distance_back(unsigned *map, int wpl, int w, int h)
{
    int i, j, here, right, below, least;
    unsigned *row;

    for (i = h - 2; i >= 0; i--) {
        row = map + i*wpl;
        for (j = w - 2; j >= 0; j--) {
            here = AT(row, j);
            if (here > 0) {
                right = AT(row, j + 1);
                below = AT(row + wpl, j);
                least = right < below ? right : below;
                if (least + 1 < here)
                    AT(row, j) = least + 1;
            }
        }
    }
}
