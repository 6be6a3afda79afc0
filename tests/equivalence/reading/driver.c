/* Runs each function on a few inputs and prints what all memory is afterwards. Usage: driver FIRST LAST */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = 1 << 16, MIDDLE = BYTES / 4, ARRAYS = 8 };
typedef long Function(double *A, double *B, float *F, float *G, int *I, short *H, unsigned char *U, long *L, int n, int m, int s);
struct Entry {
    const char *name;
    Function *call;
    long *taken;  /* how often its fast versions ran; null in the original */
    int overlaps; /* it touches F as bytes only, so F may be the memory of I */
};
extern const struct Entry entries[];
extern const int count;

static unsigned char *memory[ARRAYS];
static uint64_t state;

static uint64_t next(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static void fill(void)
{
    size_t k;
    state = 88172645463325252u;
    for (k = 0; k < BYTES / 8; k++) {
        ((double *)memory[0])[k] = (double)(int64_t)next() / 3e16;
        ((double *)memory[1])[k] = (double)(int64_t)next() / 7e16;
        ((int64_t *)memory[7])[k] = (int64_t)next() % 100000;
    }
    for (k = 0; k < BYTES / 4; k++) {
        ((float *)memory[2])[k] = (float)(int32_t)next() / 3e5f;
        ((float *)memory[3])[k] = (float)(int32_t)next() / 7e5f;
        ((int32_t *)memory[4])[k] = (int32_t)next() % 1000;
    }
    for (k = 0; k < BYTES / 2; k++)
        ((int16_t *)memory[5])[k] = (int16_t)(next() % 3000);
    for (k = 0; k < BYTES; k++)
        memory[6][k] = (unsigned char)next();
}

static uint64_t digest(void)
{
    uint64_t hash = 1469598103934665603u;
    size_t k;
    int a;
    for (a = 0; a < ARRAYS; a++)
        for (k = 0; k < BYTES / 8; k++) {
            uint64_t word = ((uint64_t *)memory[a])[k];
            hash = (hash ^ word) * 1099511628211u;
            hash ^= hash >> 29;
        }
    return hash;
}

int main(int argc, char **argv)
{
    static const int sizes[][2] = {{0, 0}, {1, 1}, {2, 7}, {12, 9}, {24, 17}};
    static const int steps[] = {1, 2};
    int first = argc > 2 ? atoi(argv[1]) : 0, last = argc > 2 ? atoi(argv[2]) : count, f, a;
    size_t z, s;
    int shared;
    for (a = 0; a < ARRAYS; a++)
        memory[a] = aligned_alloc(64, BYTES);
    for (f = first; f < last; f++)
        for (shared = 0; shared <= entries[f].overlaps; shared++)
            for (z = 0; z < sizeof sizes / sizeof *sizes; z++)
                for (s = 0; s < sizeof steps / sizeof *steps; s++) {
                    long before = entries[f].taken ? *entries[f].taken : 0, result;
                    float *F = (float *)(memory[shared ? 4 : 2] + MIDDLE);
                    printf("%s n=%d m=%d s=%d%s: ", entries[f].name, sizes[z][0], sizes[z][1], steps[s], shared ? " F=I" : "");
                    fflush(stdout);
                    fill();
                    result = entries[f].call((double *)(memory[0] + MIDDLE), (double *)(memory[1] + MIDDLE), F,
                                             (float *)(memory[3] + MIDDLE), (int *)(memory[4] + MIDDLE),
                                             (short *)(memory[5] + MIDDLE), memory[6] + MIDDLE, (long *)(memory[7] + MIDDLE),
                                             sizes[z][0], sizes[z][1], steps[s]);
                    printf("%ld %016llx %d\n", result, (unsigned long long)digest(),
                           entries[f].taken ? *entries[f].taken != before : 0);
                }
    return 0;
}
