/* Looks for inputs worth keeping, and makes their buffers overlap. */
#include "runner.h"

FILE *lines;
Side original, rewritten;
const struct acc_verify_function *f;
int first_nest, nest_count, fill_mode;
Limits limits = {300000, 40000000, 6000, 56, MOST_CASES, 0, 0, 0, 600};

void describe(const Case *c, char *out, size_t size)
{
    size_t used = 0;
    int slot;
    out[0] = 0;
    for (slot = 0; slot < f->slot_count && used + 80 < size; slot++) {
        const struct acc_verify_slot *s = f->slots + slot;
        if (s->kind == ACC_VERIFY_INTEGER && !s->is_set)
            used += (size_t)snprintf(out + used, size - used, "%s%s = %ld", used ? ", " : "", s->name, c->values[slot].acc_l);
        else if (s->kind == ACC_VERIFY_BUFFER && c->shared[slot] >= 0)
            used += (size_t)snprintf(out + used, size - used, "%s%s = %s %+ld bytes", used ? ", " : "", s->name,
                                     f->slots[c->shared[slot]].name, c->shift[slot]);
    }
}

void say_wrong(const Case *c, int number)
{
    char label[1200];
    describe(c, label, sizeof label);
    fprintf(lines, "wrong\t%d\t%s%s%s\n", number, sentence, label[0] ? " for " : "", label);
}

static void write_case(FILE *out, const Case *c)
{
    int slot;
    for (slot = 0; slot < f->slot_count; slot++)
        fprintf(out, "%ld %ld %ld %d %ld ", c->values[slot].acc_l, c->ranges[slot].acc_low, c->ranges[slot].acc_high, c->shared[slot],
                c->shift[slot]);
    fprintf(out, "\n");
}

int write_one(const char *path, const Case *c)
{
    FILE *out = fopen(path, "w");
    if (!out) {
        perror(path);
        return 2;
    }
    write_case(out, c);
    return fclose(out) == 0 ? 0 : 2;
}

int read_case(FILE *in, Case *c)
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

int unusable, wrong, cases;
long hits[MOST_NESTS], misses[MOST_NESTS];
static FILE *case_file;

void count(unsigned long mask)
{
    int k;
    for (k = 0; k < nest_count; k++)
        mask >> k & 1 ? hits[k]++ : misses[k]++;
}

/* Judges one input with the accesses watched; when it is usable it is one of the cases. */
static int try_case(const Case *c, unsigned long *mask)
{
    int result = compare_once(c, cases, !limits.is_varied || cases % 2 == 0, 1, mask);
    if (result == UNUSABLE) {
        unusable++;
        return result;
    }
    if (result == WRONG) {
        if (wrong++ < 5)
            say_wrong(c, cases);
    } else {
        fprintf(lines, "ran\t%d\n", cases);
    }
    return result;
}

/* Bytes of all buffers of the cases that are kept, and how many they may be: each case is run some dozen times, and each run
   copies and compares them. */
static const long kMostKeptBytes = (long)1 << 26;
static long kept_bytes;

static long bytes_of(const Case *c)
{
    long bytes = 0;
    int slot;
    for (slot = 0; slot < f->slot_count; slot++)
        bytes += c->ranges[slot].acc_high - c->ranges[slot].acc_low;
    return bytes;
}

/* An eighth of what is left is for one case, so that few large inputs do not take the place of many small ones. Small ones always
   fit. */
static int is_affordable(const Case *c)
{
    long bytes = bytes_of(c);
    return bytes <= (long)1 << 18 || bytes <= (kMostKeptBytes - kept_bytes) / 8;
}

static void keep_case(const Case *c, unsigned long mask)
{
    if (case_file)
        write_case(case_file, c);
    kept_bytes += bytes_of(c);
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
            if (f->table && x->leaves[0].kind == ACC_VERIFY_INTEGER)
                continue; /* what is stored would be an index */
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
            for (s = 0; s < count; s++) { /* pointers are aligned as their types want */
                long align = (long)y->align > 1 ? (long)y->align : 1;
                shifts[s] = multiple_below(shifts[s] > 0 ? shifts[s] + align - 1 : shifts[s], align);
            }
            for (s = 0; s < count && cases < limits.cases && all_ticks < 2 * limits.all_ticks && wrong < 5; s++) {
                Case c = base;
                unsigned long mask = 0;
                c.shared[b] = a;
                c.shift[b] = shifts[s];
                if (is_affordable(&c) && try_case(&c, &mask) != UNUSABLE)
                    keep_case(&c, mask);
            }
        }
}

/* How many loops of an input are likely to have several iterations: a single large number does little. */
static int breadth_of(const Case *c)
{
    int slot, bits = 0;
    for (slot = 0; slot < f->slot_count; slot++)
        if (f->slots[slot].kind == ACC_VERIFY_INTEGER && !f->slots[slot].is_set) {
            long v = c->values[slot].acc_l;
            for (v = v > 15 ? 15 : v; v > 0; v >>= 1)
                bits++;
        }
    return bits;
}

int search(const char *path)
{
    static int classes[KINDS][1024];
    /* Of those that take a fast version the broadest and the largest, then one for each set of fast versions. */
    enum { BROADEST, LARGEST_OF_ALL, FIRST_OF_SETS, MOST_INTERESTING = 6 };
    Case interesting[MOST_INTERESTING];
    int written[MOST_INTERESTING][MOST_SLOTS], interesting_count = FIRST_OF_SETS, trial, k, broadest = 0;
    long largest = 0, of_broadest = 0;
    unsigned long seen_masks = 0;
    int is_any_taken = 0, is_tame = 0;     /* other contents make the original do what C leaves undefined, or a test before the fast version fail */
    case_file = path ? fopen(path, "w") : NULL;
    if (path && !case_file) {
        perror(path);
        return 2;
    }
    for (k = 0; k < f->global_count; k++)
        global_marks[k] = calloc(original.function->globals[k].size + 1, 1);
    for (trial = 0; trial < limits.trials && all_ticks < limits.all_ticks && kept_count < limits.kept && wrong < 5; trial++) {
        Case c;
        unsigned long mask = 0;
        int kind, result, died, *class;
        if (hint_count && trial == hint_count && !is_any_taken) {
            is_tame = 1;
            take_hints_again();
        }
        kind = invent(&c);
        int explored;
        fill_mode = limits.is_exact ? EXACT : is_tame && (trial % 4 || trial < 2 * hint_count) ? TAME : limits.is_varied && trial % 4 == 3 ? SPECIAL : PLAIN;
        call_ticks = kind == NARROW ? 8 * limits.ticks : limits.ticks;
        explored = explore(&c, call_ticks, &died);
        if (!explored && fill_mode == PLAIN && (died == SIGILL || died == SIGTRAP)) { /* where C leaves arithmetic undefined */
            fill_mode = TAME;
            explored = explore(&c, call_ticks, &died);
            is_tame = explored;
        }
        if (!explored) {
            if (died == STOPPED && kind == FREE)
                take_smaller();
            unusable++;
            continue;
        }
        if (!is_affordable(&c))
            continue;
        result = try_case(&c, &mask);
        if (result == UNUSABLE)
            continue;
        is_any_taken |= mask != 0;
        class = &classes[kind][mask % 1024];
        if (++*class > (mask ? 9 : 5) && result != WRONG)
            continue;
        kept[kept_count] = c;
        kept_ticks[kept_count] = ticks;
        kept_taken[kept_count++] = mask;
        if (mask && kind != NARROW && ticks > largest) {
            largest = ticks;
            memcpy(written[LARGEST_OF_ALL], is_written, sizeof is_written);
            interesting[LARGEST_OF_ALL] = c;
        }
        if (mask && kind != NARROW && (breadth_of(&c) > broadest || (breadth_of(&c) == broadest && ticks > of_broadest))) {
            broadest = breadth_of(&c);
            of_broadest = ticks;
            memcpy(written[BROADEST], is_written, sizeof is_written);
            interesting[BROADEST] = c;
        }
        if (interesting_count < MOST_INTERESTING &&
            (mask & ~seen_masks || (interesting_count == FIRST_OF_SETS && trial > 300))) {
            seen_masks |= mask;
            memcpy(written[interesting_count], is_written, sizeof is_written);
            interesting[interesting_count++] = c;
        }
        keep_case(&c, mask);
    }
    call_ticks = limits.ticks;
    for (k = of_broadest ? BROADEST : largest ? LARGEST_OF_ALL : FIRST_OF_SETS; k < interesting_count; k++) {
        memcpy(is_written, written[k], sizeof is_written);
        try_overlaps(interesting[k]);
    }
    return !case_file || fclose(case_file) == 0 ? 0 : 2;
}
