/* usage: measure ORIGINAL.so REWRITTEN.so NAME SIZE...   prints for each size: SIZE NANOSECONDS NANOSECONDS
   Both versions in turn; processor time of one call, the least of several series. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef void (*Call)(const char *, int, void *, void *, void *);

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec*1e9 + time.tv_nsec;
}

static char *memory[3];

static void fill(const char *name, int n)
{
    size_t bytes = 8*(size_t)(n + 64)*(n + 64), k;
    int is_float = strcmp(name, "product_add") == 0 || strcmp(name, "dense") == 0 || strcmp(name, "distances") == 0 ||
                   strcmp(name, "convolve") == 0 || strcmp(name, "column_maxima") == 0;
    int is_bytes = strcmp(name, "blur") == 0 || strcmp(name, "gray") == 0, a;
    for (a = 0; a < 3; a++)
        for (k = 0; k < bytes/8; k++)
            if (is_bytes)
                memset(memory[a] + 8*k, (int)(k*37 % 251), 8);
            else if (is_float)
                ((float *)memory[a])[2*k] = ((float *)memory[a])[2*k + 1] = 0.5f + (float)(k % 97)/97;
            else
                ((double *)memory[a])[k] = (k % (size_t)(n + 1) == 0 ? 4 : 0.5) + (double)(k % 97)/970;
}

int main(int argc, char **argv)
{
    Call calls[2];
    int k, side;
    for (side = 0; side < 2; side++) {
        void *library = dlopen(argv[1 + side], RTLD_NOW | RTLD_LOCAL);
        if (!library)
            return fprintf(stderr, "%s\n", dlerror()), 2;
        calls[side] = (Call)dlsym(library, "acc_slower_call");
    }
    for (k = 4; k < argc; k++) {
        int n = atoi(argv[k]), round, a;
        double least[2] = {0, 0}, begin;
        long count = 1, c;
        for (a = 0; a < 3; a++)
            memory[a] = malloc(8*(size_t)(n + 64)*(n + 64));
        fill(argv[3], n);
        begin = now();
        calls[0](argv[3], n, memory[0], memory[1], memory[2]);
        count = (long)(300e3/(now() - begin + 1)) + 1;
        for (round = 0; round < 12 && (round < 3 || now() - begin < 400e6); round++)
            for (side = 0; side < 2; side++) {
                double start, time;
                int which = (round + side) % 2;
                fill(argv[3], n);
                calls[which](argv[3], n, memory[0], memory[1], memory[2]);
                start = now();
                for (c = 0; c < count; c++)
                    calls[which](argv[3], n, memory[0], memory[1], memory[2]);
                time = (now() - start)/count;
                if (round == 0 || time < least[which])
                    least[which] = time;
            }
        printf("%d %.1f %.1f\n", n, least[0], least[1]);
        for (a = 0; a < 3; a++)
            free(memory[a]);
    }
    return 0;
}
