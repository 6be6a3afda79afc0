#include <limits.h>
#include <stddef.h>
#include "trap.h"
void unsigned_minus_one(unsigned, unsigned, float *, float *);
void unsigned_product(unsigned, unsigned, unsigned, unsigned char *);
void unsigned_bound(unsigned, unsigned, int *);
void size_t_minus(size_t, size_t, const double *, double *);
void size_t_product(size_t, size_t, size_t, unsigned char *);
void size_t_offset(size_t, size_t, size_t, float *);
void short_counter(short, short, int *);
void uchar_counter(unsigned char, unsigned char, int *);
void uchar_narrow(int, int, int *);
void down(int, int, int, double *);
void down_unsigned(unsigned, unsigned, double *);
void not_equal(int, int, double *);
void less_equal(unsigned, unsigned, double *);
void mixed_signs(int, unsigned, double *);
void mixed_compare(int, unsigned, double *, int);
long live_out(int, int, int *, long *);
int live_scalar(int, int, int *);
int last_true(int, int, int *);
void negative_lead(int, int, int, double *);
void int_of_long(long, long, double *);
void narrow_store(int, int, signed char *, short *, const int *);
void float_double(int, int, float *, const float *, double);
void recurrence(int, int, float *);
void anti(int, int, float *);
void division(int, int, int, int *, int *);
void short_circuit(int, int, const float *, float *);
void flag_guard(int, int, int, const float *, float *);
void question(int, int, int, const float *, float *);
void conditional_store(int, int, const float *, float *);
void conditional_size(int, int, int *, float *);
void min_bound(int, int, int, float *);
void two_starts(int, int, float *);
void two_starts_up(int, int, int, float *);
void empty_inner(int, int, float *);
void size_below_a_narrow_counter(unsigned, const unsigned *, unsigned, double *);

#define F ((float *)memory)
#define D ((double *)memory)
#define I ((int *)memory)

int main(void)
{
    static const int sizes[][2] = {{0, 5}, {5, 0}, {1, 1}, {33, 35}, {40, 16}, {INT_MIN, 40}, {40, INT_MIN}, {-1, -1}, {17, 64}};
    unsigned k;
    long out[2] = {5, 5};
    /* 16 GiB and more of address space, touched here and there. */
    unsigned char *huge = mmap(0, 20ul << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (huge == MAP_FAILED)
        return 77;
    fresh();
    ((float *)huge)[4294967295u] = 9;
    TRAP(unsigned_minus_one(33, 35, (float *)huge, F));
    TRAP(unsigned_minus_one(40, 40, (float *)huge, F));
    for (k = 0; k < 4; k++) {
        static const unsigned lead[] = {4294967290u, 2147483648u, 134217728u, 100};
        TRAP(unsigned_product(40, 33, lead[k], huge));
        out[0] = (long)checksum(huge, 8192) ^ (long)checksum(huge + (1ul << 32) - 4096, 8192);
        printf("%lx\n", (unsigned long)out[0]);
    }
    TRAP(size_t_product(8, 1ul << 42, 1ul << 22, huge));
    TRAP(size_t_product(3, 1ul << 10, 1ul << 22, huge));
    TRAP(size_t_product(8, 4, 100, memory));
    TRAP(size_t_product(8, 4, 0ul - 100, memory + 20000));
    TRAP(size_t_product(8, 4, 60, memory + 20000));
    TRAP(size_t_offset(33, 35, 0ul - 40, F + 1000));
    TRAP(size_t_offset(33, 35, (1ul << 62) + 5, F + 1000));
    for (k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        int n = sizes[k][0], m = sizes[k][1], a = n < 0 ? 0 : n, b = m < 0 ? 0 : m, lead;
        static const int leads[] = {40, 64, 20, 0, 1, -40, -64, -1};
        if (n >= 1)
            TRAP(unsigned_bound((unsigned)a, (unsigned)b, I));
        TRAP(unsigned_bound(0u, 0u, I));
        TRAP(size_t_minus((size_t)a, (size_t)b, D, D + 1));
        TRAP(size_t_minus((size_t)a, (size_t)b, D + 500, D + 2100));
        TRAP(short_counter((short)n, (short)m, I));
        TRAP(uchar_counter((unsigned char)a, (unsigned char)b, I));
        TRAP(uchar_narrow(a, b, I));
        for (lead = 0; lead < 8; lead++) {
            if (n > INT_MIN && m > INT_MIN)
                TRAP(down(n, m, leads[lead], D + 3000));
            TRAP(negative_lead(n, m, leads[lead], D + 3000));
        }
        TRAP(down_unsigned((unsigned)a, (unsigned)b, D));
        TRAP(not_equal(a, b, D));
        TRAP(less_equal((unsigned)a, (unsigned)b, D));
        if (n == -1) /* once: it takes a second */
            TRAP(less_equal(0, UINT_MAX - 1, D));
        TRAP(mixed_signs(n, (unsigned)b, D));
        TRAP(mixed_compare(n, (unsigned)b, D, 0));
        TRAP(mixed_compare(n, (unsigned)b, D, -5));
        if (n > 0)
            printf("%ld %ld\n", live_out(n, m, I, out), out[0]);
        TRAP(0);
        printf("%d\n", live_scalar(n, m, I));
        printf("%d\n", last_true(n, m, I));
        TRAP(int_of_long(n, m, D));
        TRAP(narrow_store(n, m, (signed char *)memory, (short *)memory + 3000, I + 4000));
        TRAP(narrow_store(n, m, (signed char *)memory, (short *)memory + 6000, I + 4));
        TRAP(float_double(n, m, F, F + 3000, 1.1));
        TRAP(recurrence(n, m, F));
        TRAP(anti(a, b, F));
        if (n > 0)
            TRAP(division(n, m, 3, I, I + 3000));
        TRAP(division(a, b, -3, I, I + 3000));
        TRAP(division(0, 0, 1, I, I + 3000));
        if (n <= 0)
            TRAP(division(n, m, 0, I, I + 3000));
        TRAP(flag_guard(n, m, 0, 0, F));
        TRAP(flag_guard(n, m, 1, F + 3000, F));
        TRAP(question(n, m, 0, 0, F));
        TRAP(question(n, m, 1, F + 1000, F));
        TRAP(conditional_store(n, m, F + 3000, F));
        TRAP(conditional_store(n, m, F + 3, F));
        TRAP(conditional_size(n, m, 0, F));
        TRAP(conditional_size(n, m, (int *)memory + 9000, F));
        TRAP(min_bound(n, m, 8, F));
        TRAP(min_bound(n, m, 100, F));
        TRAP(two_starts(a, b, F));
        TRAP(two_starts_up(a, b, 1, F));
        TRAP(two_starts_up(a, b, 2, F));
        TRAP(empty_inner(a, b > 1 ? b : 2, F));
        {
            /* The row behind the last is not there. */
            unsigned char *end = huge + (1ul << 20);
            long bytes = (long)a*b*4;
            mprotect(end, 4096, PROT_NONE);
            TRAP(short_circuit(n, m, (float *)(end - bytes), F));
            mprotect(end, 4096, PROT_READ | PROT_WRITE);
        }
    }
    {
        unsigned m = 20;
        TRAP(size_below_a_narrow_counter(30, &m, 24, (double *)memory));
        TRAP(size_below_a_narrow_counter(0, 0, 24, (double *)memory));
        TRAP(size_below_a_narrow_counter(0x80000001u, 0, 24, (double *)memory));
        TRAP(size_below_a_narrow_counter(0xfffffff0u, 0, 24, (double *)memory));
    }
    return 0;
}
