#include <limits.h>
#include <stddef.h>
#include "trap.h"
struct image {
    long width, height;
    float *data;
};
void product_overflow(unsigned long, unsigned long, unsigned long, float *);
void row_width(int, int, int, float *);
void row_width_inclusive(int, int, int, float *);
void shifted_in_row(int, int, int, float *);
void shifted_before_row(int, int, int, float *);
void unsigned_window(unsigned, unsigned, unsigned, unsigned, unsigned, float *, float *);
void two_statements(int, int, int, int, float *);
void two_shapes(int, int, float *);
void folded(int, int, float *);
void divided(int, int, float *);
void size_is_stored(long *, long, long, long *);
void field_base(struct image *, long, long, float *);
void two_sizes(int, int, unsigned *);
void size_t_before(size_t, size_t, size_t, const float *, float *);

#define F ((float *)memory)
#define FAR ((float *)(memory + kBytes/2))
#define MIDDLE ((float *)(memory + kBytes/4))

int main(void)
{
    /* Extents, then the row's length: longer, equal, one less, zero, negative, at the limits of the type. */
    static const int rows[][3] = {{30, 33, 40}, {30, 33, 34}, {30, 33, 33}, {30, 33, 32}, {30, 33, 1},  {30, 33, 0},
                                  {30, 33, -1}, {30, 33, -34}, {1, 33, 32}, {1, 1, INT_MAX}, {0, 33, 40}, {30, 0, 40}};
    /* m*o, its bytes, or neither are multiples of 2^64; rows of 64 that fit, and by one do not. */
    static const unsigned long products[][3] = {{64, 1ul << 42, 1ul << 22}, {2, 1ul << 58, 64}, {2, 1ul << 56, 64}, {4, 64, 64},
                                                {4, 63, 64}, {4, 64, 63}, {4, 0, 64}, {4, 64, 0}, {1, 1ul << 63, 64}};
    static const unsigned windows[][5] = {{30, 30, 1, 2, 40}, {30, 30, 1, 10, 40}, {30, 30, 1, 11, 40}, {30, 41, 1, 2, 40},
                                          {30, 30, 0, 4294967290u, 40}, {1, 30, 4294967295u, 0, 40}, {30, 30, 1, 0, 0}};
    unsigned k;
    unsigned char *huge = mmap(0, 4ul << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    unsigned char *middle = huge + (2ul << 30);
    if (huge == MAP_FAILED)
        return 77;
    for (k = 0; k < sizeof products/sizeof *products; k++) {
        unsigned long j, sum = 0;
        TRAP(product_overflow(products[k][0], products[k][1], products[k][2], (float *)middle));
        for (j = 0; j < 64; j++)
            sum = sum*31 + checksum(middle + j*products[k][2]*4, 256);
        printf("product %u %lx\n", k, sum);
    }
    for (k = 0; k < sizeof rows/sizeof *rows; k++) {
        const int *r = rows[k];
        TRAP(row_width(r[0], r[1], r[2], MIDDLE));
        TRAP(row_width_inclusive(r[0], r[1], r[2], MIDDLE));
        TRAP(shifted_in_row(r[0], r[1], r[2], MIDDLE));
        TRAP(shifted_before_row(r[0], r[1], r[2], MIDDLE));
        TRAP(two_statements(r[0], r[1], 16, r[2], MIDDLE));
        TRAP(two_statements(r[0], 0, r[1], r[2], MIDDLE));
        TRAP(two_statements(r[0], -5, r[1], r[2], MIDDLE));
        TRAP(two_statements(r[0], r[1], 0, r[2], MIDDLE));
        if (r[2] < 1000) {
            long size = r[2];
            struct image image = {0, 0, MIDDLE};
            image.width = r[2];
            TRAP(size_is_stored(&size, r[0], r[1], (long *)MIDDLE));
            ((long *)MIDDLE)[5] = size;
            KEEP(size_is_stored((long *)MIDDLE + 5, r[0], r[1] < 5 ? r[1] : 5, (long *)MIDDLE));
            TRAP(field_base(&image, r[0], r[1], FAR));
            TRAP(field_base(&image, r[0], r[1], MIDDLE));
        }
        if (r[2] >= 0 && r[2] < 1000)
            TRAP(size_t_before((size_t)r[0], (size_t)r[1], (size_t)r[2], MIDDLE, FAR));
    }
    TRAP(field_base(0, 0, 5, F));
    TRAP(field_base(0, 5, 0, F));
    TRAP(size_t_before(20, 30, (size_t)-40, MIDDLE, FAR));
    TRAP(size_t_before(20, 30, (size_t)-10, MIDDLE, FAR));
    for (k = 0; k < sizeof windows/sizeof *windows; k++) {
        const unsigned *w = windows[k];
        if (w[3] < 100 && w[2] < 100)
            TRAP(unsigned_window(w[0], w[1], w[2], w[3], w[4], F, FAR));
    }
    TRAP(unsigned_window(0, 30, 4294967295u, 4294967295u, 40, F, FAR));
    for (k = 1; k < 40; k += 6) {
        TRAP(two_shapes(33, (int)k, F));
        TRAP(folded(30, (int)k, F));
        TRAP(two_sizes(30, (int)k, (unsigned *)memory));
        TRAP(divided(20, (int)k, F));
    }
    TRAP(two_shapes(33, 33, F));
    TRAP(two_shapes(33, 32, F));
    TRAP(folded(30, 0, F));
    TRAP(folded(30, -7, F));
    TRAP(divided(-20, -31, MIDDLE));
    TRAP(divided(20, -31, MIDDLE));
    TRAP(two_sizes(30, 33, (unsigned *)memory));
    return 0;
}
