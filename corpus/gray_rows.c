/* Darkens a gray image; its header lies in memory that a byte store could change. */
typedef unsigned char byte;

struct gray {
    int width, height, pitch;
    byte *rows;
};

void darken(struct gray *im, int amount)
{
    int y, x;
    for (y = 0; y < im->height; y++)
        for (x = 0; x < im->width; x++)
            im->rows[y*im->pitch + x] = (byte)(im->rows[y*im->pitch + x] * amount / 256);
}
