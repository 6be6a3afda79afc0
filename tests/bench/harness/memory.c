/* What the runner needs from C: guarded memory, inputs with full mantissas, comparison of bytes. */
#define _GNU_SOURCE
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* `bytes` of memory between two pages that trap, flush with the page behind it (atEnd) or before it. */
void *acc_reserve(size_t bytes, int atEnd, void **mapping, size_t *length)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t body = (bytes + page - 1) / page * page;
    char *base;
    *length = body + 2*page;
    base = mmap(NULL, *length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (base == MAP_FAILED)
        return NULL;
    *mapping = base;
    if (mprotect(base, page, PROT_NONE) || mprotect(base + page + body, page, PROT_NONE))
        return NULL;
    return atEnd ? base + page + body - bytes : base + page;
}

void acc_release(void *mapping, size_t length)
{
    munmap(mapping, length);
}

static uint64_t next(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Random sign and mantissa, magnitude in [1/2, 2): sums depend on the order of their terms. */
void acc_fill_float(float *p, size_t count, uint64_t seed)
{
    size_t i;
    for (i = 0; i < count; i++) {
        uint64_t r = next(&seed);
        uint32_t bits = (uint32_t)(r & 0x807fffffu) | (126u + (uint32_t)(r >> 40 & 1)) << 23;
        memcpy(p + i, &bits, sizeof bits);
    }
}

void acc_fill_double(double *p, size_t count, uint64_t seed)
{
    size_t i;
    for (i = 0; i < count; i++) {
        uint64_t r = next(&seed);
        uint64_t bits = (r & 0x800fffffffffffffu) | (1022u + (r >> 52 & 1)) << 52;
        memcpy(p + i, &bits, sizeof bits);
    }
}

void acc_fill_bytes(unsigned char *p, size_t count, uint64_t seed)
{
    size_t i;
    for (i = 0; i < count; i++)
        p[i] = (unsigned char)next(&seed);
}

void acc_add_float(float *p, size_t count, size_t stride, double value)
{
    size_t i;
    for (i = 0; i < count; i++)
        p[i*stride] += (float)value;
}

void acc_add_double(double *p, size_t count, size_t stride, double value)
{
    size_t i;
    for (i = 0; i < count; i++)
        p[i*stride] += value;
}

/* Offset of the first byte that differs, or -1. */
int64_t acc_differ_bytes(const unsigned char *a, const unsigned char *b, size_t count)
{
    size_t i;
    if (memcmp(a, b, count) == 0)
        return -1;
    for (i = 0; a[i] == b[i]; i++)
        ;
    return (int64_t)i;
}

/* The same in elements; a NaN equals any NaN. */
int64_t acc_differ_float(const float *a, const float *b, size_t count)
{
    size_t i;
    for (i = 0; i < count; i++)
        if (memcmp(a + i, b + i, sizeof *a) && !(a[i] != a[i] && b[i] != b[i]))
            return (int64_t)i;
    return -1;
}

int64_t acc_differ_double(const double *a, const double *b, size_t count)
{
    size_t i;
    for (i = 0; i < count; i++)
        if (memcmp(a + i, b + i, sizeof *a) && !(a[i] != a[i] && b[i] != b[i]))
            return (int64_t)i;
    return -1;
}
