/* The buffers of an input: laid out, copied, compared. */
#include "runner.h"

Block blocks[MOST_SLOTS];
int block_count;

static int owner_of(const Case *c, int slot)
{
    return c->shared[slot] < 0 ? slot : c->shared[slot];
}

/* Mappings that no buffer uses now, by their length; mapping takes longer than filling. */
static struct {
    char *mapping;
    size_t length;
} idle[MOST_SLOTS];
static int idle_count;
static const size_t kLongestIdle = 2 * APART + (1 << 18);

/* Zeroed pages between two APARTs that trap; NULL when there are none. */
static char *take_mapping(size_t length)
{
    char *mapping;
    int k;
    for (k = 0; k < idle_count; k++)
        if (idle[k].length == length) {
            mapping = idle[k].mapping;
            idle[k] = idle[--idle_count];
            memset(mapping + APART, 0, length - 2 * APART);
            return mapping;
        }
    mapping = mmap(NULL, length, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapping == MAP_FAILED)
        return NULL;
    if (length > 2 * APART && mprotect(mapping + APART, length - 2 * APART, PROT_READ | PROT_WRITE)) {
        munmap(mapping, length);
        return NULL;
    }
    return mapping;
}

static void give_back(char *mapping, size_t length)
{
    if (length <= kLongestIdle && idle_count < MOST_SLOTS) {
        idle[idle_count].mapping = mapping;
        idle[idle_count++].length = length;
    } else {
        munmap(mapping, length);
    }
}

static void release(void)
{
    while (block_count) {
        Block *b = blocks + --block_count;
        give_back(b->mapping, b->length);
        free(b->before);
        free(b->wanted);
        free(b->marks);
    }
}

/* Memory for each buffer of the case, filled, flush with the page behind it (at_end) or before it. 0: too large. */
int lay_out(const Case *c, union acc_verify_value *values, int at_end)
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
        low = multiple_below(low, align);
        high = multiple_below(high + align - 1, align);
        if (high - low > LARGEST)
            return 0;
        b = blocks + block_count;
        b->size = high - low;
        b->length = ((size_t)b->size + PAGE - 1) / PAGE * PAGE + 2 * APART;
        b->mapping = take_mapping(b->length);
        if (!b->mapping)
            return 0;
        b->start = at_end ? b->mapping + b->length - APART - b->size : b->mapping + APART;
        b->low = low;
        b->slot = slot;
        b->before = malloc((size_t)b->size + 1);
        b->wanted = malloc((size_t)b->size + 1);
        b->marks = calloc((size_t)b->size + 1, 1);
        block_count++;
        values[slot].acc_p = pointers[slot] = b->start - low;
    }
    for (slot = 0; slot < f->slot_count; slot++)
        if (f->slots[slot].kind == ACC_VERIFY_BUFFER && c->shared[slot] >= 0)
            values[slot].acc_p = pointers[slot] = (char *)values[c->shared[slot]].acc_p + c->shift[slot];
    for (slot = 0; slot < block_count; slot++) {
        const Block *b = blocks + slot;
        fill(b->slot, b->start - b->low, b->low, b->low + b->size);
    }
    return 1;
}

/* Of each global, before a call and after the original's. */
static char *global_copies[2][MOST_GLOBALS];

/* Both versions have the same memory for it. */
static int is_common(int global)
{
    return original.function->globals[global].address == rewritten.function->globals[global].address;
}

void keep(int is_wanted)
{
    int k;
    for (k = 0; k < f->global_count; k++) {
        const struct acc_verify_global *g = original.function->globals + k;
        char **copy = &global_copies[is_wanted][k];
        if (!*copy)
            *copy = malloc(g->size + 1);
        memcpy(*copy, g->address, g->size);
    }
    for (k = 0; k < block_count; k++)
        memcpy(is_wanted ? blocks[k].wanted : blocks[k].before, blocks[k].start, (size_t)blocks[k].size);
}

void restore(void)
{
    int k;
    for (k = 0; k < f->global_count; k++)
        if (global_copies[0][k] && is_common(k))
            memcpy(original.function->globals[k].address, global_copies[0][k], original.function->globals[k].size);
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
        int are_nan = 0;
        if (a[at] == b[at])
            continue;
        for (k = 0; k < count; k++) {
            offset = in_element - (long)leaves[k].offset;
            if (leaves[k].kind != ACC_VERIFY_FLOATING || offset < 0 || offset >= leaves[k].size ||
                at - offset < 0 || at - offset + leaves[k].size > size)
                continue;
            are_nan |= is_nan(a + at - offset, leaves[k].size) && is_nan(b + at - offset, leaves[k].size);
        }
        if (!are_nan)
            return at;
    }
    return -1;
}

int same_blocks(void)
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
    return 1;
}

int same_memory(void)
{
    int k;
    if (!same_blocks())
        return 0;
    for (k = 0; k < f->global_count; k++) {
        const struct acc_verify_global *g = original.function->globals + k;
        long at = g->leaf_count && !g->is_dead ? differs(rewritten.function->globals[k].address, global_copies[1][k], (long)g->size, 0,
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

int same_result(const union acc_verify_value *a, const union acc_verify_value *b)
{
    if (f->result == ACC_VERIFY_NOTHING || a->acc_l == b->acc_l ||
        (f->result == ACC_VERIFY_FLOATING && a->acc_d != a->acc_d && b->acc_d != b->acc_d))
        return 1;
    snprintf(sentence, sizeof sentence, "the result differs");
    return 0;
}
