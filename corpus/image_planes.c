/* Adds one image to another through accessors that check their arguments. */
#include <assert.h>

typedef struct {
    int w, h, planes;
    float *data;
} image;

static float get_sample(image m, int x, int y, int p)
{
    if (x < 0 || y < 0 || x >= m.w || y >= m.h)
        return 0;
    return m.data[(p*m.h + y)*m.w + x];
}

static void put_sample(image m, int x, int y, int p, float value)
{
    assert(x < m.w && y < m.h && p < m.planes);
    m.data[(p*m.h + y)*m.w + x] = value;
}

void overlay(image to, image from, int dx, int dy, float weight)
{
    int x, y, p;
    for (p = 0; p < to.planes; p++)
        for (y = 0; y < to.h; y++)
            for (x = 0; x < to.w; x++) {
                float added = get_sample(from, x + dx, y + dy, p);
                put_sample(to, x, y, p, weight * added);
            }
}
