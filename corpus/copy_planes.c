/* Rows are copied and cleared by the library. */
#include <string.h>

void copy_planes(int planes, int height, int width, int pitch, const float *from, float *to)
{
    int p, y;
    for (p = 0; p < planes; p++)
        for (y = 0; y < height; y++) {
            memcpy(&to[(p*height + y)*pitch], &from[(p*height + y)*width], width*sizeof(float));
            memset(&to[(p*height + y)*pitch + width], 0, (pitch - width)*sizeof(float));
        }
}
