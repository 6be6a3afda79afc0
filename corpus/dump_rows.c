#include <stdio.h>

struct plane { int height, width, pitch; float *cell; };

/* Scales a picture in place and writes each value: the file's functions change no size. */
void dump_rows(const struct plane *p, float factor, FILE *out)
{
    int x, y;
    for (y = 0; y < p->height; y++)
        for (x = 0; x < p->width; x++) {
            p->cell[y*p->pitch + x] *= factor;
            fwrite(&p->cell[y*p->pitch + x], sizeof(float), 1, out);
        }
}

/* And reads them back, one number at a time. */
int read_rows(int height, int width, int pitch, float *cell, FILE *in)
{
    int x, y, missing = 0;
    float value;
    for (y = 0; y < height; y++)
        for (x = 0; x < width; x++) {
            value = 0;
            if (fscanf(in, "%f", &value) != 1)
                missing++;
            cell[y*pitch + x] = value;
        }
    return missing;
}
