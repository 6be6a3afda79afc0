/* Runs the original and the rewritten version of one function on inputs of its own making and compares what they do.

     runner search  ORIGINAL REWRITTEN FUNCTION FIRST COUNT CASES CONSTANT...
     runner compare ORIGINAL REWRITTEN FUNCTION FIRST COUNT CASES START

   ORIGINAL and REWRITTEN are shared objects; nests FIRST to FIRST + COUNT - 1 of the array acc_verify_taken are the function's.
   "search" wants both compiled with -fsanitize=thread, whose calls it answers itself: it sees every access. It looks for inputs
   that the original survives, holds the rewritten version to the bytes that the original reads and writes, and writes the inputs
   to CASES. "compare" runs those inputs from number START on, in memory that ends or starts at a page which traps, and compares
   every byte. Lines on standard output, fields separated by tabs:

     begin   NUMBER SIDE      before each call: who dies, dies here
     wrong   NUMBER SENTENCE  the two differ
     ran     NUMBER           both ran alike
     taken   NEST TRUE FALSE  runs in which the fast version ran, and did not
     done    CASES UNUSABLE   the last line */
#define _GNU_SOURCE
#include "acc_verify_types.h"

#include <dlfcn.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

enum { MOST_SLOTS = 64, MOST_GLOBALS = 64, MOST_CASES = 160, MOST_NESTS = 62 };
#define REGION ((uintptr_t)1 << 36)          /* of address space for each buffer while its extent is not known */
#define PAGE ((uintptr_t)4096)
#define LARGEST ((long)1 << 26)              /* bytes of one buffer */
static const long kTicks = 300000;           /* accesses of one call */
static const long kAllTicks = 40000000;      /* and of a whole search */
static const long kTimeTicks = 4000000;      /* what a call that runs out of time counts for */

typedef struct {
    union acc_verify_value values[MOST_SLOTS + 1];
    struct acc_verify_range ranges[MOST_SLOTS];   /* bytes used, relative to the pointer; empty: low > high */
    int shared[MOST_SLOTS];                       /* the slot whose memory this one is in, or -1 */
    long shift[MOST_SLOTS];                       /* bytes from that slot's pointer */
} Case;

typedef struct {
    char *start;                                  /* bytes there */
    long size;
    char *mapping;
    size_t length;
    char *before, *wanted;                        /* copies */
    unsigned char *marks;                         /* what the original did: 1 read, 2 written */
    int slot;
    long low;                                     /* of start, relative to the slot's pointer */
} Block;

typedef struct {
    const struct acc_verify_function *function;
    long *taken;
    const char *name;
} Side;

static Side original, rewritten;
static const struct acc_verify_function *f;
static const char *function_name;
static int first_nest, nest_count;
static Block blocks[MOST_SLOTS];
static int block_count;
static int fill_mode;
static int is_written[MOST_SLOTS];               /* by the original, in the last sparse run */

/* ---- random numbers and contents ---- */

static uint64_t mixed(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static uint64_t state = 1;

static uint64_t next(void)
{
    return mixed(state += 0x9e3779b97f4a7c15u);
}

static long pick(long count)
{
    return (long)(next() % (uint64_t)count);
}

/* Full mantissas: sums depend on the order of their terms. Mode 1 mixes in what arithmetic treats apart. */
static double float_from(uint64_t r, int size)
{
    uint64_t bits = (r & 0x800fffffffffffffu) | (1022u + (r >> 52 & 1)) << 52;
    double d;
    memcpy(&d, &bits, sizeof d);
    if (size == 4)
        d = (float)d;
    if (fill_mode == 1)
        switch (r >> 54 & 15) {
        case 0: return __builtin_nan("");
        case 1: return __builtin_inf();
        case 2: return -__builtin_inf();
        case 3: return 0.0;
        case 4: return -0.0;
        case 5: return size == 4 ? 1e-42 : 1e-310;
        case 6: return size == 4 ? -3e38 : -1e308;
        default: break;
        }
    return d;
}

static void make_element(int slot, const struct acc_verify_leaf *leaves, int count, long index, size_t size, char *out)
{
    int k;
    memset(out, 0, size);
    for (k = 0; k < count; k++) {
        uint64_t r = mixed((uint64_t)index * 0x9e3779b97f4a7c15u + (uint64_t)(slot * 131 + k + 1) * 0xd1342543de82ef95u);
        const struct acc_verify_leaf *leaf = leaves + k;
        if (leaf->kind == ACC_VERIFY_FLOATING) {
            double d = float_from(r, leaf->size);
            float s = (float)d;
            memcpy(out + leaf->offset, leaf->size == 4 ? (void *)&s : (void *)&d, (size_t)leaf->size);
        } else if (leaf->kind == ACC_VERIFY_INTEGER) {
            int64_t v = fill_mode == 1 ? (int64_t)(r >> 7) : (int64_t)(r >> 7) % 201 - (leaf->is_signed ? 100 : 0);
            if (v < 0 && !leaf->is_signed)
                v += 201;
            memcpy(out + leaf->offset, &v, (size_t)leaf->size);
        }
    }
}

/* Bytes [low, high) relative to the slot's pointer, which is at `pointer`. */
static void fill(int slot, char *pointer, long low, long high)
{
    const struct acc_verify_slot *s = f->slots + slot;
    long size = (long)s->element, e;
    char element[4096];
    if (size > (long)sizeof element || size <= 0)
        return;
    for (e = low >= 0 ? low / size : -((-low + size - 1) / size); e * size < high; e++) {
        long from = e * size < low ? low - e * size : 0;
        long to = (e + 1) * size > high ? high - e * size : size;
        make_element(slot, s->leaves, s->leaf_count, e, (size_t)size, element);
        memcpy(pointer + e * size + from, element + from, (size_t)(to - from));
    }
}

static void fill_globals(const struct acc_verify_function *of)
{
    int g;
    for (g = 0; g < of->global_count; g++) {
        const struct acc_verify_global *global = of->globals + g;
        char element[4096];
        unsigned long at;
        if (global->element == 0 || global->element > sizeof element || global->leaf_count == 0)
            continue;
        for (at = 0; at + global->element <= global->size; at += global->element) {
            make_element(MOST_SLOTS + g, global->leaves, global->leaf_count, (long)(at / global->element),
                         global->element, element);
            memcpy((char *)global->address + at, element, global->element);
        }
    }
}

/* ---- seeing every access ---- */

static enum { IDLE, SPARSE, MARK, JUDGE } watching;
static long ticks, tick_limit, all_ticks;
static char *sparse;
static struct acc_verify_range seen[MOST_SLOTS];
static char sentence[400];
static sigjmp_buf escape;
enum { STOPPED = 1000 };

static char *sparse_pointer(int slot)
{
    return sparse + (uintptr_t)slot * REGION + REGION / 2;
}

static void stop(void)
{
    watching = IDLE;
    siglongjmp(escape, STOPPED);
}

static void judge_bytes(const char *name, const unsigned char *marks, long at, long offset, size_t size, int write)
{
    size_t k;
    for (k = 0; k < size; k++) {
        if (write ? marks[at + (long)k] & 2 : marks[at + (long)k])
            continue;
        if (!sentence[0])
            snprintf(sentence, sizeof sentence, "%s %zu byte(s) at %s %+ld, which the original does not %s",
                     write ? "writes" : "reads", size, name, offset, write ? "write" : "access");
        return;
    }
}

static unsigned char *global_marks[MOST_GLOBALS];

static void watch(const char *address, size_t size, int write)
{
    int k;
    if (watching == IDLE)
        return;
    if (++ticks > tick_limit)
        stop();
    if (watching == SPARSE) {
        uintptr_t at = (uintptr_t)address - (uintptr_t)sparse;
        if ((uintptr_t)address >= (uintptr_t)sparse && at < REGION * (uintptr_t)f->slot_count) {
            int slot = (int)(at / REGION);
            long offset = address - sparse_pointer(slot);
            if (offset < seen[slot].acc_low)
                seen[slot].acc_low = offset;
            if (offset + (long)size > seen[slot].acc_high)
                seen[slot].acc_high = offset + (long)size;
            is_written[slot] |= write;
        }
        return;
    }
    for (k = 0; k < block_count; k++) {
        long at = address - blocks[k].start;
        if (at < 0 || at + (long)size > blocks[k].size)
            continue;
        if (watching == MARK)
            for (; size--; at++)
                blocks[k].marks[at] |= write ? 2 : 1;
        else
            judge_bytes(f->slots[blocks[k].slot].name, blocks[k].marks, at, at + blocks[k].low, size, write);
        return;
    }
    {
        const struct acc_verify_function *of = watching == MARK ? original.function : rewritten.function;
        for (k = 0; k < of->global_count; k++) {
            long at = address - (char *)of->globals[k].address;
            if (at < 0 || at + (long)size > (long)of->globals[k].size)
                continue;
            if (watching == MARK)
                for (; size--; at++)
                    global_marks[k][at] |= write ? 2 : 1;
            else
                judge_bytes(of->globals[k].name, global_marks[k], at, at, size, write);
            return;
        }
    }
}

#define SANITIZER(SIZE) \
    void __tsan_read##SIZE(void *p) { watch(p, SIZE, 0); } \
    void __tsan_write##SIZE(void *p) { watch(p, SIZE, 1); } \
    void __tsan_unaligned_read##SIZE(void *p) { watch(p, SIZE, 0); } \
    void __tsan_unaligned_write##SIZE(void *p) { watch(p, SIZE, 1); } \
    void __tsan_read_write##SIZE(void *p) { watch(p, SIZE, 0); watch(p, SIZE, 1); } \
    void __tsan_unaligned_read_write##SIZE(void *p) { watch(p, SIZE, 0); watch(p, SIZE, 1); }
#ifndef __SANITIZE_ADDRESS__
SANITIZER(1)
SANITIZER(2)
SANITIZER(4)
SANITIZER(8)
SANITIZER(16)
void __tsan_init(void) {}
void __tsan_func_entry(void *p) { (void)p; }
void __tsan_func_exit(void) {}
void __tsan_read_range(void *p, unsigned long size) { watch(p, size, 0); }
void __tsan_write_range(void *p, unsigned long size) { watch(p, size, 1); }
#endif
/* The unit's calls of these are renamed to here when it is compiled for watching; clang renames some by itself. */
void *acc_verify_memset(void *p, int c, size_t n)
{
    if (n)
        watch(p, n, 1);
    return memset(p, c, n);
}
void *acc_verify_memcpy(void *p, const void *q, size_t n)
{
    if (n) {
        watch(q, n, 0);
        watch(p, n, 1);
    }
    return memcpy(p, q, n);
}
void *acc_verify_memmove(void *p, const void *q, size_t n)
{
    if (n) {
        watch(q, n, 0);
        watch(p, n, 1);
    }
    return memmove(p, q, n);
}
void *__tsan_memset(void *p, int c, size_t n) { return acc_verify_memset(p, c, n); }
void *__tsan_memcpy(void *p, const void *q, size_t n) { return acc_verify_memcpy(p, q, n); }
void *__tsan_memmove(void *p, const void *q, size_t n) { return acc_verify_memmove(p, q, n); }

/* The rewritten version's malloc, which can be told to find no memory. */
static int memory_is_gone;
void *__wrap_malloc(size_t size)
{
    return memory_is_gone ? NULL : malloc(size);
}

/* ---- calls that may die ---- */

static volatile sig_atomic_t is_calling;

static void on_signal(int number, siginfo_t *info, void *context)
{
    uintptr_t at = info ? (uintptr_t)info->si_addr - (uintptr_t)sparse : 0;
    (void)context;
    if (number == SIGSEGV && sparse && (uintptr_t)info->si_addr >= (uintptr_t)sparse &&
        at < REGION * (uintptr_t)f->slot_count) {
        /* The first touch of a page whose buffer has no known extent yet. */
        uintptr_t page = (uintptr_t)info->si_addr / PAGE * PAGE;
        int slot = (int)(at / REGION);
        long low = (long)(page - (uintptr_t)sparse_pointer(slot));
        if (mprotect((void *)page, PAGE, PROT_READ | PROT_WRITE) == 0) {
            fill(slot, sparse_pointer(slot), low, low + (long)PAGE);
            return;
        }
    }
    if (!is_calling) {
        signal(number, SIG_DFL);
        raise(number);
    }
    watching = IDLE;
    siglongjmp(escape, number);
}

static void catch_signals(void)
{
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGPROF};
    static char stack[1 << 16];
    stack_t alternative;
    struct sigaction action;
    unsigned k;
    memset(&alternative, 0, sizeof alternative);
    alternative.ss_sp = stack;
    alternative.ss_size = sizeof stack;
    sigaltstack(&alternative, NULL);
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    for (k = 0; k < sizeof numbers / sizeof *numbers; k++)
        sigaction(numbers[k], &action, NULL);
}

static void set_timer(long milliseconds)
{
    struct itimerval timer;
    memset(&timer, 0, sizeof timer);
    timer.it_value.tv_sec = milliseconds / 1000;
    timer.it_value.tv_usec = milliseconds % 1000 * 1000;
    setitimer(ITIMER_PROF, &timer, NULL);
}

/* 0, or the signal that ended the call (SIGPROF: time, STOPPED: too many accesses). */
static int call(const Side *side, union acc_verify_value *values, int mode, long limit)
{
    int died = sigsetjmp(escape, 1);
    if (died == 0) {
        ticks = 0;
        tick_limit = limit;
        set_timer(mode == IDLE ? 20000 : 100);
        is_calling = 1;
        watching = mode;
        side->function->call(values);
    }
    watching = IDLE;
    is_calling = 0;
    set_timer(0);
    all_ticks += died == SIGPROF ? kTimeTicks : ticks + 5000;
    return died;
}

static int prepare(const Side *side, const union acc_verify_value *values, const struct acc_verify_range *ranges)
{
    int died = sigsetjmp(escape, 1);
    if (died == 0) {
        is_calling = 1;
        side->function->setup(values, ranges);
    }
    is_calling = 0;
    return died;
}

static const char *why(int died)
{
    return died == STOPPED || died == SIGPROF ? "does not come to an end" : strsignal(died);
}

/* ---- memory ---- */

static int owner_of(const Case *c, int slot)
{
    return c->shared[slot] < 0 ? slot : c->shared[slot];
}

static void release(void)
{
    while (block_count) {
        Block *b = blocks + --block_count;
        munmap(b->mapping, b->length);
        free(b->before);
        free(b->wanted);
        free(b->marks);
    }
}

/* Memory for each buffer of the case, filled, flush with the page behind it (at_end) or before it. 0: too large. */
static int lay_out(const Case *c, union acc_verify_value *values, int at_end)
{
    int slot, other;
    release();
    memcpy(values, c->values, sizeof c->values);
    for (slot = 0; slot < f->slot_count; slot++) {
        long low = 0, high = 0, align = 1;
        int used = 0;
        Block *b;
        if (f->slots[slot].kind != ACC_VERIFY_BUFFER || c->shared[slot] >= 0)
            continue;
        for (other = 0; other < f->slot_count; other++) {
            long shift = other == slot ? 0 : c->shift[other];
            if (f->slots[other].kind != ACC_VERIFY_BUFFER || owner_of(c, other) != slot)
                continue;
            if ((long)f->slots[other].align > align)
                align = (long)f->slots[other].align;
            if (c->ranges[other].acc_low >= c->ranges[other].acc_high)
                continue;
            if (!used || c->ranges[other].acc_low + shift < low)
                low = c->ranges[other].acc_low + shift;
            if (!used || c->ranges[other].acc_high + shift > high)
                high = c->ranges[other].acc_high + shift;
            used = 1;
        }
        low = low >= 0 ? low / align * align : -((-low + align - 1) / align * align);
        high = high >= 0 ? (high + align - 1) / align * align : -(-high / align * align);
        if (high - low > LARGEST)
            return 0;
        b = blocks + block_count;
        b->size = high - low;
        b->length = ((size_t)b->size + PAGE - 1) / PAGE * PAGE + 2 * PAGE;
        b->mapping = mmap(NULL, b->length, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (b->mapping == MAP_FAILED)
            return 0;
        if (b->size && mprotect(b->mapping + PAGE, b->length - 2 * PAGE, PROT_READ | PROT_WRITE))
            return 0;
        b->start = at_end ? b->mapping + b->length - PAGE - b->size : b->mapping + PAGE;
        b->low = low;
        b->slot = slot;
        b->before = malloc((size_t)b->size + 1);
        b->wanted = malloc((size_t)b->size + 1);
        b->marks = calloc((size_t)b->size + 1, 1);
        block_count++;
        values[slot].acc_p = b->start - low;
        fill(slot, values[slot].acc_p, low, high);
    }
    for (slot = 0; slot < f->slot_count; slot++)
        if (f->slots[slot].kind == ACC_VERIFY_BUFFER && c->shared[slot] >= 0)
            values[slot].acc_p = (char *)values[c->shared[slot]].acc_p + c->shift[slot];
    return 1;
}

static void keep(int is_wanted)
{
    int k;
    for (k = 0; k < block_count; k++)
        memcpy(is_wanted ? blocks[k].wanted : blocks[k].before, blocks[k].start, (size_t)blocks[k].size);
}

static void restore(void)
{
    int k;
    for (k = 0; k < block_count; k++)
        memcpy(blocks[k].start, blocks[k].before, (size_t)blocks[k].size);
}

/* Offset of the first byte of [0, size) at which the two differ, a NaN being like any other; -1: none. `phase` is where the first
   byte lies in its element. */
static long differs(const char *a, const char *b, long size, long phase, long element, const struct acc_verify_leaf *leaves,
                    int count)
{
    long at;
    int k;
    if (memcmp(a, b, (size_t)size) == 0)
        return -1;
    for (at = 0; at < size; at++) {
        long in_element = element > 0 ? (phase + at) % element : 0, offset;
        int is_nan = 0;
        if (a[at] == b[at])
            continue;
        for (k = 0; k < count; k++) {
            offset = in_element - (long)leaves[k].offset;
            if (leaves[k].kind != ACC_VERIFY_FLOATING || offset < 0 || offset >= leaves[k].size ||
                at - offset < 0 || at - offset + leaves[k].size > size)
                continue;
            if (leaves[k].size == 4) {
                float x, y;
                memcpy(&x, a + at - offset, 4);
                memcpy(&y, b + at - offset, 4);
                is_nan = x != x && y != y;
            } else {
                double x, y;
                memcpy(&x, a + at - offset, 8);
                memcpy(&y, b + at - offset, 8);
                is_nan = x != x && y != y;
            }
        }
        if (!is_nan)
            return at;
    }
    return -1;
}

static int same_memory(void)
{
    int k;
    for (k = 0; k < block_count; k++) {
        const Block *b = blocks + k;
        const struct acc_verify_slot *s = f->slots + b->slot;
        long element = (long)s->element, phase = element > 0 ? ((b->low % element) + element) % element : 0;
        long at = differs(b->start, b->wanted, b->size, phase, element, s->leaves, s->leaf_count);
        if (at >= 0) {
            long offset = at + b->low;
            snprintf(sentence, sizeof sentence, "%s[%ld] differs (byte %+ld)", s->name,
                     element > 0 ? (offset - ((offset % element) + element) % element) / element : 0, offset);
            return 0;
        }
    }
    for (k = 0; k < f->global_count; k++) {
        const struct acc_verify_global *g = original.function->globals + k;
        long at = g->leaf_count ? differs(rewritten.function->globals[k].address, g->address, (long)g->size, 0,
                                          (long)g->element, g->leaves, g->leaf_count) : -1;
        int leaf, is_number = 0;
        for (leaf = 0; at >= 0 && leaf < g->leaf_count; leaf++) {
            long in_element = at % (long)g->element - (long)g->leaves[leaf].offset;
            is_number |= in_element >= 0 && in_element < g->leaves[leaf].size;
        }
        if (at >= 0 && is_number) {
            snprintf(sentence, sizeof sentence, "the variable %s differs at byte %ld", g->name, at);
            return 0;
        }
    }
    return 1;
}

static int same_result(const union acc_verify_value *a, const union acc_verify_value *b)
{
    if (f->result == ACC_VERIFY_NOTHING || a->acc_l == b->acc_l ||
        (f->result == ACC_VERIFY_FLOATING && a->acc_d != a->acc_d && b->acc_d != b->acc_d))
        return 1;
    snprintf(sentence, sizeof sentence, "the result differs");
    return 0;
}

/* ---- looking for inputs ---- */

static long constants[256];
static int constant_count;
static Case kept[MOST_CASES];
static unsigned long kept_taken[MOST_CASES];
static int kept_count;

static long limited(const struct acc_verify_slot *s, long v)
{
    switch (s->size) {
    case 1: return s->is_signed ? (long)(signed char)v : (long)(unsigned char)v;
    case 2: return s->is_signed ? (long)(short)v : (long)(unsigned short)v;
    case 4: return s->is_signed ? (long)(int)v : (long)(unsigned)v;
    default: return v;
    }
}

static long extreme(const struct acc_verify_slot *s)
{
    int bits = 8 * s->size;
    long high = s->is_signed || bits == 64 ? (long)(((uint64_t)1 << (bits - 1)) - 1)
                                           : (long)(((uint64_t)1 << bits) - 1);
    long low = s->is_signed ? -high - 1 : 0;
    switch (pick(6)) {
    case 0: return high;
    case 1: return high - pick(3);
    case 2: return low + 200 + pick(2);
    case 3: return high / 2 + 1 + pick(2);
    case 4: return -1 - pick(40);
    default: return high - 200 - pick(3);
    }
}

static long small_value(void)
{
    static const long values[] = {0, 1, 2, 3, 5, 7, 8, 9, 13, 16, 17};
    return values[pick((long)(sizeof values / sizeof *values))];
}

static int a_number(void)
{
    int tries, slot = 0;
    for (tries = 0; tries < 100; tries++)
        if (f->slots[slot = (int)pick(f->slot_count)].kind == ACC_VERIFY_INTEGER)
            return slot;
    return -1;
}

/* A value for one number in the light of the others. */
static long related(const Case *c, int slot, long scale)
{
    int a = a_number(), b = a_number();
    long x = a >= 0 && a != slot ? c->values[a].acc_l : scale, y = b >= 0 && b != slot ? c->values[b].acc_l : scale;
    switch (pick(12)) {
    case 0: return x;
    case 1: return x + 1 + pick(3);
    case 2: return x - 1 - pick(2);
    case 3: return x > -4096 && x < 4096 && y > -4096 && y < 4096 ? x * y : scale;
    case 4: return x > -4096 && x < 4096 && y > -4096 && y < 4096 ? x + y : scale;
    case 5: return (2 + pick(3)) * scale + pick(3);
    case 6: return small_value();
    case 7: return constant_count ? constants[pick(constant_count)] + pick(3) - 1 : scale;
    default: {
        static const long offsets[] = {0, 0, 0, 1, -1, 5};
        return scale + offsets[pick(6)];
    }
    }
}

enum { FREE, NEAR, EXTREME, KINDS };

/* Fills in a new input; how it was made. */
static int invent(Case *c)
{
    static const long scales[] = {3, 8, 13, 17, 24, 31, 32, 33, 41, 48, 64, 67};
    int slot, kind = FREE;
    memset(c, 0, sizeof *c);
    for (slot = 0; slot < MOST_SLOTS; slot++)
        c->shared[slot] = -1;
    if (kept_count && pick(10) < 4) {
        int base = (int)pick(kept_count), changes = 1 + (int)pick(2), number;
        if (!kept_taken[base])
            base = (int)pick(kept_count);
        memcpy(c->values, kept[base].values, sizeof c->values);
        kind = NEAR;
        while (changes--)
            if ((number = a_number()) >= 0) {
                const struct acc_verify_slot *s = f->slots + number;
                long old = c->values[number].acc_l, v;
                switch (pick(8)) {
                case 0: kind = EXTREME; v = extreme(s); break;
                case 1: v = old + 1; break;
                case 2: v = old - 1; break;
                case 3: v = -old; break;
                case 4: v = small_value(); break;
                default: v = related(c, number, old); break;
                }
                c->values[number].acc_l = limited(s, v);
            }
    } else {
        long scale = scales[pick((long)(sizeof scales / sizeof *scales))];
        int is_plain = pick(3) == 0;
        for (slot = 0; slot < f->slot_count; slot++)
            if (f->slots[slot].kind == ACC_VERIFY_INTEGER) {
                long v = is_plain ? scale + pick(3) / 2 : related(c, slot, scale);
                c->values[slot].acc_l = limited(f->slots + slot, v);
            }
    }
    for (slot = 0; slot < f->slot_count; slot++)
        if (f->slots[slot].kind == ACC_VERIFY_FLOATING) {
            fill_mode = pick(6) == 0;
            c->values[slot].acc_d = pick(5) ? float_from(next(), f->slots[slot].size) : (double)pick(3) - 1;
            fill_mode = 0;
        }
    return kind;
}

/* The original in boundless memory: what it touches. 0 when it does not come to an end or does what C leaves undefined. */
static int explore(Case *c)
{
    union acc_verify_value values[MOST_SLOTS + 1];
    struct acc_verify_range all[MOST_SLOTS];
    size_t length = REGION * (uintptr_t)f->slot_count;
    int slot, died;
    sparse = mmap(sparse, length, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (sparse ? MAP_FIXED : 0), -1, 0);
    if (sparse == MAP_FAILED) {
        perror("address space");
        exit(2);
    }
    memcpy(values, c->values, sizeof values);
    for (slot = 0; slot < f->slot_count; slot++) {
        seen[slot].acc_low = (long)REGION;
        seen[slot].acc_high = -(long)REGION;
        all[slot].acc_low = -(long)REGION / 2;
        all[slot].acc_high = (long)REGION / 2;
        is_written[slot] = 0;
        if (f->slots[slot].kind == ACC_VERIFY_BUFFER)
            values[slot].acc_p = sparse_pointer(slot);
    }
    fill_globals(original.function);
    if (prepare(&original, values, all))
        return 0;
    died = call(&original, values, SPARSE, kTicks);
    if (died)
        return 0;
    for (slot = 0; slot < f->slot_count; slot++) {
        c->ranges[slot] = seen[slot];
        if (seen[slot].acc_low > seen[slot].acc_high)
            c->ranges[slot].acc_low = c->ranges[slot].acc_high = 0;
        if (c->ranges[slot].acc_high - c->ranges[slot].acc_low > LARGEST)
            return 0;
    }
    return 1;
}

static unsigned long taken_now(const long *before)
{
    unsigned long mask = 0;
    int k;
    for (k = 0; k < nest_count; k++)
        if (rewritten.taken[first_nest + k] != before[k])
            mask |= 1ul << k;
    return mask;
}

enum { UNUSABLE, ALIKE, WRONG };

/* One comparison. `is_watched`: the access marks too. */
static int compare_once(const Case *c, int number, int at_end, int is_watched, unsigned long *mask)
{
    union acc_verify_value values[MOST_SLOTS + 1], wanted;
    long before[MOST_NESTS];
    int k, died, result = ALIKE;
    if (!lay_out(c, values, at_end))
        return UNUSABLE;
    sentence[0] = 0;
    fill_globals(original.function);
    if (prepare(&original, values, c->ranges))
        return UNUSABLE;
    keep(0);
    for (k = 0; is_watched && k < f->global_count; k++)
        memset(global_marks[k], 0, original.function->globals[k].size);
    printf("begin\t%d\toriginal\n", number);
    fflush(stdout);
    if (call(&original, values, is_watched ? MARK : IDLE, kTicks))
        return UNUSABLE;
    keep(1);
    wanted = values[f->slot_count];
    restore();
    fill_globals(rewritten.function);
    if (prepare(&rewritten, values, c->ranges))
        return UNUSABLE;
    restore();
    values[f->slot_count].acc_l = 0;
    for (k = 0; k < nest_count; k++)
        before[k] = rewritten.taken[first_nest + k];
    printf("begin\t%d\trewritten\n", number);
    fflush(stdout);
    died = call(&rewritten, values, is_watched ? JUDGE : IDLE, 20 * kTicks);
    *mask = taken_now(before);
    if (died) {
        snprintf(sentence, sizeof sentence, "the rewritten version: %s", why(died));
        result = WRONG;
    } else if (sentence[0] || !same_memory() || !same_result(&wanted, &values[f->slot_count])) {
        result = WRONG;
    }
    return result;
}

static void describe(const Case *c, char *out, size_t size)
{
    size_t used = 0;
    int slot;
    out[0] = 0;
    for (slot = 0; slot < f->slot_count && used + 80 < size; slot++) {
        const struct acc_verify_slot *s = f->slots + slot;
        if (s->kind == ACC_VERIFY_INTEGER)
            used += (size_t)snprintf(out + used, size - used, "%s%s = %ld", used ? ", " : "", s->name, c->values[slot].acc_l);
        else if (s->kind == ACC_VERIFY_BUFFER && c->shared[slot] >= 0)
            used += (size_t)snprintf(out + used, size - used, "%s%s = %s %+ld bytes", used ? ", " : "", s->name,
                                     f->slots[c->shared[slot]].name, c->shift[slot]);
    }
}

static void say_wrong(const Case *c, int number)
{
    char label[1200];
    describe(c, label, sizeof label);
    printf("wrong\t%d\t%s%s%s\n", number, sentence, label[0] ? " for " : "", label);
    fflush(stdout);
}

static void write_case(FILE *out, const Case *c)
{
    int slot;
    for (slot = 0; slot < f->slot_count; slot++)
        fprintf(out, "%ld %ld %ld %d %ld ", c->values[slot].acc_l, c->ranges[slot].acc_low, c->ranges[slot].acc_high, c->shared[slot],
                c->shift[slot]);
    fprintf(out, "\n");
}

static int read_case(FILE *in, Case *c)
{
    int slot;
    memset(c, 0, sizeof *c);
    for (slot = 0; slot < f->slot_count; slot++)
        if (fscanf(in, "%ld %ld %ld %d %ld", &c->values[slot].acc_l, &c->ranges[slot].acc_low, &c->ranges[slot].acc_high,
                   &c->shared[slot], &c->shift[slot]) != 5)
            return 0;
    return f->slot_count > 0 || fscanf(in, "%*[\n]") >= 0;
}

static int same_kind(const struct acc_verify_slot *a, const struct acc_verify_slot *b)
{
    return a->leaf_count == 1 && b->leaf_count == 1 && a->element == b->element && a->leaves[0].kind == b->leaves[0].kind &&
           a->leaves[0].is_signed == b->leaves[0].is_signed;
}

static int unusable, wrong, cases;
static FILE *case_file;
static long hits[MOST_NESTS], misses[MOST_NESTS];

static void count(unsigned long mask)
{
    int k;
    for (k = 0; k < nest_count; k++)
        mask >> k & 1 ? hits[k]++ : misses[k]++;
}

/* Judges one input with the accesses watched; when it is usable it is one of the cases. */
static int try_case(const Case *c, unsigned long *mask)
{
    int result = compare_once(c, cases, 1, 1, mask);
    if (result == UNUSABLE) {
        unusable++;
        return result;
    }
    if (result == WRONG) {
        if (wrong++ < 5)
            say_wrong(c, cases);
    } else {
        printf("ran\t%d\n", cases);
    }
    return result;
}

static void keep_case(const Case *c, unsigned long mask)
{
    write_case(case_file, c);
    cases++;
    count(mask);
}

/* Every two buffers that may be the same memory: equal, shifted by an element, one right behind the other. */
static void try_overlaps(Case base)
{
    int a, b, s, number, count;
    for (a = 0; a < f->slot_count; a++)
        for (b = 0; b < f->slot_count; b++) {
            const struct acc_verify_slot *x = f->slots + a, *y = f->slots + b;
            long element = (long)x->element, length = base.ranges[a].acc_high - base.ranges[a].acc_low, shifts[8 + MOST_SLOTS];
            if (a == b || x->kind != ACC_VERIFY_BUFFER || y->kind != ACC_VERIFY_BUFFER || !same_kind(x, y) ||
                x->is_restrict || y->is_restrict || (!is_written[a] && !is_written[b]) || (a > b && is_written[a] == is_written[b]))
                continue;
            if (base.ranges[a].acc_low >= base.ranges[a].acc_high || base.ranges[b].acc_low >= base.ranges[b].acc_high)
                continue;
            shifts[0] = 0;
            shifts[1] = element;
            shifts[2] = -element;
            shifts[3] = base.ranges[a].acc_high - base.ranges[b].acc_low;
            shifts[4] = shifts[3] - element;
            shifts[5] = base.ranges[a].acc_low - base.ranges[b].acc_high;
            shifts[6] = shifts[5] + element;
            shifts[7] = pick(length / element + 1) * element;
            /* The last row, were that number the length of one. */
            for (count = 8, number = 0; number < f->slot_count && count < 16; number++) {
                long row = base.values[number].acc_l;
                if (f->slots[number].kind == ACC_VERIFY_INTEGER && row > 1 && row < length / element)
                    shifts[count++] = shifts[3] - row * element;
            }
            for (s = 0; s < count && cases < MOST_CASES && wrong < 5; s++) {
                Case c = base;
                unsigned long mask = 0;
                c.shared[b] = a;
                c.shift[b] = shifts[s];
                if (try_case(&c, &mask) != UNUSABLE)
                    keep_case(&c, mask);
            }
        }
}

static int search(const char *path)
{
    static int classes[KINDS][1024];
    Case interesting[5];                /* the largest that takes a fast version, then one for each set of them */
    int written[5][MOST_SLOTS], interesting_count = 1, trial, k;
    long largest = 0;
    unsigned long seen_masks = 0;
    case_file = fopen(path, "w");
    if (!case_file) {
        perror(path);
        return 2;
    }
    for (k = 0; k < f->global_count; k++)
        global_marks[k] = calloc(original.function->globals[k].size + 1, 1);
    for (trial = 0; trial < 6000 && all_ticks < kAllTicks && kept_count < 56 && wrong < 5; trial++) {
        Case c;
        unsigned long mask = 0;
        int kind = invent(&c), result, *class;
        if (!explore(&c)) {
            unusable++;
            continue;
        }
        result = try_case(&c, &mask);
        if (result == UNUSABLE)
            continue;
        class = &classes[kind][mask % 1024];
        if (++*class > (mask ? 9 : 5) && result != WRONG)
            continue;
        kept[kept_count] = c;
        kept_taken[kept_count++] = mask;
        if (mask && ticks > largest) {
            largest = ticks;
            memcpy(written[0], is_written, sizeof is_written);
            interesting[0] = c;
        }
        if (interesting_count < 5 && (mask & ~seen_masks || (interesting_count == 1 && trial > 300))) {
            seen_masks |= mask;
            memcpy(written[interesting_count], is_written, sizeof is_written);
            interesting[interesting_count++] = c;
        }
        keep_case(&c, mask);
    }
    for (k = largest ? 0 : 1; k < interesting_count; k++) {
        memcpy(is_written, written[k], sizeof is_written);
        try_overlaps(interesting[k]);
    }
    return fclose(case_file) == 0 ? 0 : 2;
}

/* Every case at both ends of its memory and with both kinds of contents; sometimes without memory to allocate. */
static int compare(const char *path, int start)
{
    FILE *in = fopen(path, "r");
    Case c;
    int number = 0, variant;
    if (!in) {
        perror(path);
        return 2;
    }
    for (; read_case(in, &c); cases++)
        for (variant = 0; variant < 4; variant++, number++) {
            unsigned long mask = 0;
            int result;
            if (number < start)
                continue;
            fill_mode = variant / 2;
            memory_is_gone = variant == 1 && cases % 3 == 0;
            result = compare_once(&c, number, variant % 2 == 0, 0, &mask);
            memory_is_gone = 0;
            if (result == UNUSABLE) {
                unusable++;
                continue;
            }
            count(mask);
            if (result == WRONG) {
                if (wrong++ < 5)
                    say_wrong(&c, number);
            } else {
                printf("ran\t%d\n", number);
            }
        }
    fclose(in);
    return 0;
}

static void limit_resources(void)
{
    struct rlimit none = {0, 0}, memory = {(rlim_t)3 << 30, (rlim_t)3 << 30}, time = {600, 600};
    setrlimit(RLIMIT_CORE, &none);
    setrlimit(RLIMIT_CPU, &time);
#ifndef __SANITIZE_ADDRESS__
    setrlimit(RLIMIT_DATA, &memory);
#endif
}

static int load(Side *side, const char *path, const char *name)
{
    char symbol[512];
    void *library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        return 0;
    }
    snprintf(symbol, sizeof symbol, "acc_verify_f_%s", name);
    side->function = dlsym(library, symbol);
    side->taken = dlsym(library, "acc_verify_taken");
    side->name = path;
    return side->function != NULL;
}

int main(int argc, char **argv)
{
    int status, k;
    if (argc < 8)
        return 2;
    function_name = argv[4];
    if (!load(&original, argv[2], function_name) || !load(&rewritten, argv[3], function_name) || !rewritten.taken)
        return 2;
    f = original.function;
    first_nest = atoi(argv[5]);
    nest_count = atoi(argv[6]) < MOST_NESTS ? atoi(argv[6]) : MOST_NESTS;
    if (f->slot_count > MOST_SLOTS || f->global_count > MOST_GLOBALS)
        return 2;
    limit_resources();
    catch_signals();
    if (strcmp(argv[1], "search") == 0) {
        for (k = 8; k < argc && constant_count < 256; k++)
            constants[constant_count++] = atol(argv[k]);
        status = search(argv[7]);
    } else {
        status = compare(argv[7], argc > 8 ? atoi(argv[8]) : 0);
    }
    for (k = 0; k < nest_count; k++)
        printf("taken\t%d\t%ld\t%ld\n", k, hits[k], misses[k]);
    printf("done\t%d\t%d\n", cases, unusable);
    return status;
}
