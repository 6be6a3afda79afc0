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

/* Boundless memory for each kind of contents. Who runs in it again finds the pages that were only read as they were, and the
   others are filled again: mapping all of it anew takes longer. */
static struct {
    char *memory;
    int open_count;
    uintptr_t written[MOST_WRITTEN_PAGES];
    int written_count;                   /* more than there is place for: the first of them */
    uintptr_t seen[4 * MOST_WRITTEN_PAGES];   /* a hash table of them */
} areas[MODES], *area;

void note_open_page(void)
{
    area->open_count++;
}

static void note_written_page(uintptr_t page)
{
    uintptr_t *place = area->seen + mixed(page) % (4 * MOST_WRITTEN_PAGES);
    for (; *place; place = place == area->seen + 4 * MOST_WRITTEN_PAGES - 1 ? area->seen : place + 1)
        if (*place == page)
            return;
    if (area->written_count++ < MOST_WRITTEN_PAGES)
        area->written[area->written_count - 1] = *place = page;
}

static void note_written(const char *address, size_t size)
{
    uintptr_t page = (uintptr_t)address / PAGE * PAGE, end = (uintptr_t)address + size;
    for (; page < end && area->written_count <= MOST_WRITTEN_PAGES; page += PAGE)
        note_written_page(page);
}

void clear_sparse(void)
{
    size_t length = REGION * (uintptr_t)f->slot_count;
    int k;
    area = areas + fill_mode;
    if (!area->memory || area->written_count > MOST_WRITTEN_PAGES || area->open_count > MOST_OPEN_PAGES) {
        sparse = mmap(area->memory, length ? length : PAGE, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (area->memory ? MAP_FIXED : 0), -1, 0);
        if (sparse == MAP_FAILED) {
            perror("address space");
            exit(2);
        }
        area->written_count = area->open_count = 0;
    }
    area->memory = sparse = area->memory ? area->memory : sparse;
    for (k = 0; k < f->slot_count; k++)
        pointers[k] = sparse_pointer(k);
    for (k = 0; k < area->written_count; k++) {
        char *page = (char *)area->written[k];
        int slot = (int)((uintptr_t)(page - sparse) / REGION);
        memset(page, 0, PAGE);
        fill(slot, sparse_pointer(slot), page - sparse_pointer(slot), page - sparse_pointer(slot) + (long)PAGE);
    }
    area->written_count = 0;
    memset(area->seen, 0, sizeof area->seen);
}

long whole_element(const struct acc_verify_slot *s)
{
    return s->leaf_count == 1 && s->leaves[0].kind != ACC_VERIFY_ADDRESS ? 1 : (long)s->element;
}

long multiple_below(long value, long of)
{
    return value >= 0 ? value / of * of : -((-value + of - 1) / of * of);
}

/* The original accesses a part of an element: it is there, and may be read. */
static void mark_whole(Block *b, long at, long size)
{
    long element = whole_element(f->slots + b->slot), from, to;
    if (element <= 1)
        return;
    from = multiple_below(at + b->low, element) - b->low;
    to = multiple_below(at + size - 1 + b->low, element) + element - b->low;
    for (from = from < 0 ? 0 : from; from < to && from < b->size; from++)
        b->marks[from] |= 1;
}

static void stop(void)
{
    watching = IDLE;
    siglongjmp(escape, STOPPED);
}

__attribute__((visibility("default"))) void acc_verify_leave(void)
{
    watching = IDLE;
    siglongjmp(escape, LEFT);
}

static void say_touched(const char *name, long offset, size_t size, int write)
{
    if (!sentence[0])
        snprintf(sentence, sizeof sentence, "%s %zu byte(s) at %s %+ld, which the original does not %s",
                 write ? "writes" : "reads", size, name, offset, write ? "write" : "access");
}

/* What marks say of eight bytes at once. */
static uint64_t eight_marks(const unsigned char *marks)
{
    uint64_t all;
    memcpy(&all, marks, sizeof all);
    return all;
}
#define EACH_BYTE(value) (0x0101010101010101u * (value))

static void mark_bytes(unsigned char *marks, size_t size, int write)
{
    unsigned char mark = write ? 2 : 1;
    for (; size >= 8; size -= 8, marks += 8) {
        uint64_t all = eight_marks(marks) | EACH_BYTE(mark);
        memcpy(marks, &all, sizeof all);
    }
    while (size--)
        *marks++ |= mark;
}

static void judge_bytes(const char *name, const unsigned char *marks, long at, long offset, size_t size, int write)
{
    size_t k = 0;
    for (; k + 8 <= size; k += 8) {
        uint64_t all = eight_marks(marks + at + k);
        if (((write ? all >> 1 : all | all >> 1) & EACH_BYTE(1)) != EACH_BYTE(1))
            break;
    }
    for (; k < size; k++)
        if (!(write ? marks[at + (long)k] & 2 : marks[at + (long)k])) {
            say_touched(name, offset, size, write);
            return;
        }
}

/* The block whose mapping holds the address, -1 for none. Those near it were asked for before. */
static int block_at(const char *address)
{
    static unsigned char known[256];
    unsigned char *guess = known + (uintptr_t)address / PAGE % sizeof known;
    int k;
    if (*guess < block_count && (uintptr_t)address - (uintptr_t)blocks[*guess].mapping < blocks[*guess].length)
        return *guess;
    for (k = 0; k < block_count; k++)
        if ((uintptr_t)address - (uintptr_t)blocks[k].mapping < blocks[k].length) {
            *guess = (unsigned char)k;
            return k;
        }
    return -1;
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
            if (write)
                note_written(address, size);
        }
        return;
    }
    if ((k = block_at(address)) >= 0) {
        Block *b = blocks + k;
        long at = address - b->start;
        if (at < 0 || at + (long)size > b->size) {
            /* The pages around it are nobody's. A compiler may drop the access itself. */
            if (watching == MARK)
                stop(); /* the original leaves its memory: with other contents it takes other places */
            say_touched(f->slots[b->slot].name, at + b->low, size, write);
        } else if (watching == MARK) {
            mark_whole(b, at, (long)size);
            mark_bytes(b->marks + at, size, write);
        } else {
            judge_bytes(f->slots[b->slot].name, b->marks, at, at + b->low, size, write);
        }
        return;
    }
    {
        const struct acc_verify_function *of = watching == MARK ? original.function : rewritten.function;
        for (k = 0; k < of->global_count; k++) {
            long at = address - (char *)of->globals[k].address;
            if (at < 0 || at + (long)size > (long)of->globals[k].size)
                continue;
            if (watching == MARK)
                mark_bytes(global_marks[k] + at, size, write);
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
