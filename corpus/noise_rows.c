/* Calls whose order matters, and one whose effect nobody here knows. */
#include <stdio.h>
#include <stdlib.h>

struct picture;
extern void split_color(unsigned color, int *red, int *green, int *blue);
extern void picture_size(const struct picture *p, int *cols, int *rows);

void add_noise(int rows, int cols, int pitch, float *image)
{
    int i, j;
    for (i = 0; i < rows; i++)
        for (j = 0; j < cols; j++)
            image[i*pitch + j] += (float)rand() / (float)RAND_MAX;
}

void print_rows(int rows, int cols, const float *image)
{
    int i, j;
    for (i = 0; i < rows; i++) {
        for (j = 0; j < cols; j++)
            printf("%g ", image[i*cols + j]);
        printf("\n");
    }
}

void luminance(int rows, int cols, int wpl, const unsigned *color, unsigned char *gray)
{
    int i, j, red, green, blue;
    for (i = 0; i < rows; i++)
        for (j = 0; j < cols; j++) {
            split_color(color[i*wpl + j], &red, &green, &blue);
            gray[i*cols + j] = (unsigned char)((red + 2*green + blue) / 4);
        }
}

/* The sizes come from a call before the nest, whose text is not here. */
void luminance_of(const struct picture *p, int wpl, const unsigned *color, unsigned char *gray)
{
    int i, j, rows, cols, red, green, blue;
    picture_size(p, &cols, &rows);
    for (i = 0; i < rows; i++)
        for (j = 0; j < cols; j++) {
            split_color(color[i*wpl + j], &red, &green, &blue);
            gray[i*cols + j] = (unsigned char)((red + 2*green + blue) / 4);
        }
}
