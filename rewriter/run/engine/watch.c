/* Seeing every access: the answers to the calls of code compiled with -fsanitize=thread. */
#include "runner.h"

int watching;
long ticks, tick_limit, all_ticks;
char *sparse;
struct acc_verify_range seen[MOST_SLOTS];
int is_written[MOST_SLOTS];
unsigned char *global_marks[MOST_GLOBALS];
char sentence[400];

char *sparse_pointer(int slot)
{
    return sparse + (uintptr_t)slot * REGION + REGION / 2;
}

static void stop(void)
{
    watching = IDLE;
    siglongjmp(escape, STOPPED);
}

static void say_touched(const char *name, long offset, size_t size, int write)
{
    if (!sentence[0])
        snprintf(sentence, sizeof sentence, "%s %zu byte(s) at %s %+ld, which the original does not %s",
                 write ? "writes" : "reads", size, name, offset, write ? "write" : "access");
}

static void judge_bytes(const char *name, const unsigned char *marks, long at, long offset, size_t size, int write)
{
    size_t k;
    for (k = 0; k < size; k++)
        if (!(write ? marks[at + (long)k] & 2 : marks[at + (long)k])) {
            say_touched(name, offset, size, write);
            return;
        }
}

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
            if (seen[slot].acc_high - seen[slot].acc_low > LARGEST)
                stop();
            is_written[slot] |= write;
        }
        return;
    }
    for (k = 0; k < block_count; k++) {
        long at = address - blocks[k].start;
        if (at < 0 || at + (long)size > blocks[k].size) {
            /* The pages around it are nobody's. A compiler may drop the access itself. */
            if (watching == JUDGE && address >= blocks[k].mapping && address < blocks[k].mapping + blocks[k].length) {
                say_touched(f->slots[blocks[k].slot].name, at + blocks[k].low, size, write);
                return;
            }
            continue;
        }
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
            else if (!of->globals[k].is_local)
                judge_bytes(of->globals[k].name, global_marks[k], at, at, size, write);
            return;
        }
    }
}

#pragma GCC visibility push(default)
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
/* One access of n bytes, which takes as long as many. A negative length is a very large one. */
static void watch_range(const void *p, size_t n, int write)
{
    if (n == 0 || watching == IDLE)
        return;
    if (n / 8 > (size_t)(tick_limit - ticks))
        stop();
    ticks += (long)(n / 8);
    watch(p, n, write);
}

/* Code that is compiled in memory calls this for every access. */
void acc_verify_touch(void *p, size_t n, int write)
{
    watch(p, n, write);
}

/* And this each time a loop goes round: loops that touch nothing take time, too. */
void acc_verify_step(void)
{
    if (watching != IDLE && ++ticks > tick_limit)
        stop();
}

/* The unit's calls of these are renamed to here when it is compiled for watching; clang renames some by itself. */
void *acc_verify_memset(void *p, int c, size_t n)
{
    watch_range(p, n, 1);
    return memset(p, c, n);
}
void *acc_verify_memcpy(void *p, const void *q, size_t n)
{
    watch_range(q, n, 0);
    watch_range(p, n, 1);
    return memcpy(p, q, n);
}
void *acc_verify_memmove(void *p, const void *q, size_t n)
{
    watch_range(q, n, 0);
    watch_range(p, n, 1);
    return memmove(p, q, n);
}
void *__tsan_memset(void *p, int c, size_t n) { return acc_verify_memset(p, c, n); }
void *__tsan_memcpy(void *p, const void *q, size_t n) { return acc_verify_memcpy(p, q, n); }
void *__tsan_memmove(void *p, const void *q, size_t n) { return acc_verify_memmove(p, q, n); }

#pragma GCC visibility pop

/* The malloc of both versions, which can be told to find no memory: a fast version must do
   without, and where the original cannot, the call says nothing of either. */
int memory_is_gone;
__attribute__((visibility("default"))) void *__wrap_malloc(size_t size)
{
    return memory_is_gone ? NULL : malloc(size);
}
