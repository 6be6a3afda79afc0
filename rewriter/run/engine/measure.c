/* Inputs of working-set size, and the time that both versions take on them. */
#include "runner.h"

#include <time.h>

int sizes_count;
const char *sizes_asked[MOST_SIZES];

static const long kGoals[] = {5000, 250000, 12000000};    /* accesses of one call: what any cache holds, and more than it does */
static const long kMost = 40000000;
static const long kMostSized = 6000000000;    /* the same of a call with sizes that somebody asks for */
static const double kLeastSeconds = 0.3, kMostSeconds = 6;    /* of all calls of one measurement */

#pragma GCC visibility push(default)
/* Nanoseconds; the nests add them up. */
long acc_verify_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000L + now.tv_nsec;
}
#pragma GCC visibility pop

/* Multiplies the integers from `least` on; 0 when there is none or one does not fit its type. */
static int scale(Case *c, long least, double factor)
{
    int slot, changed = 0;
    for (slot = 0; slot < f->slot_count; slot++)
        if (f->slots[slot].kind == ACC_VERIFY_INTEGER && c->values[slot].acc_l >= least) {
            double wanted = (double)c->values[slot].acc_l * factor;
            long v = wanted < 1e15 ? (long)wanted : 0;
            if (v <= 0 || limited(f->slots + slot, v) != v)
                return 0;
            changed |= v != c->values[slot].acc_l;
            c->values[slot].acc_l = v;
        }
    return changed;
}

/* The number that `sizes` ("n=1024,m=512") gives a slot; 0 for none. */
static long asked(const char *sizes, int slot)
{
    size_t length = strlen(f->slots[slot].name);
    const char *at = f->slots[slot].kind == ACC_VERIFY_INTEGER ? sizes : NULL;
    for (; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
        if (strncmp(at, f->slots[slot].name, length) == 0 && at[length] == '=')
            return atol(at + length + 1);
    return 0;
}

/* Sets what `sizes` names, and makes the other integers from `least` on as many times as large as the one that grows most. 0 when
   it names none, or one does not fit its type. */
static int resize(Case *c, const char *sizes, long least)
{
    double factor = 0;
    int slot;
    for (slot = 0; slot < f->slot_count; slot++) {
        long wanted = asked(sizes, slot), now = c->values[slot].acc_l;
        double grows = wanted > 0 ? (double)wanted / (double)(now > 0 ? now : 1) : 0;
        factor = grows > factor ? grows : factor;
    }
    for (slot = 0; slot < f->slot_count && factor > 0; slot++) {
        long wanted = asked(sizes, slot), now = c->values[slot].acc_l;
        if (f->slots[slot].kind != ACC_VERIFY_INTEGER)
            continue;
        if (wanted == 0 && now >= least)
            wanted = (long)((double)now * factor) + 1;
        if (wanted != 0 && limited(f->slots + slot, wanted) != wanted)
            return 0;
        if (wanted != 0)
            c->values[slot].acc_l = wanted;
    }
    return factor > 0;
}

/* The fast version of the nest runs on this input. */
static int takes(const Case *c, int nest, long limit)
{
    union acc_verify_value values[MOST_SLOTS + 1];
    long before = rewritten.taken[first_nest + nest];
    if (!lay_out(c, values, 1))
        return 0;
    fill_globals(rewritten.function);
    return !prepare(&rewritten, values, c->ranges) && !call(&rewritten, values, IDLE, limit) &&
           rewritten.taken[first_nest + nest] != before;
}

/* The longest input found of at most so many accesses, else the shortest, that takes the fast version of the nest; -1 when none does. */
static int longest(int nest, long most)
{
    int k, base = -1;
    for (k = 0; k < kept_count; k++)
        if (kept_taken[k] >> nest & 1 && (base < 0 || (kept_ticks[k] <= most ? kept_ticks[base] > most || kept_ticks[k] > kept_ticks[base]
                                                                              : kept_ticks[k] < kept_ticks[base])))
            base = k;
    return base;
}

static const long leasts[] = {4, 2, 1};

/* From the longest input to one of the sizes that are asked for: rows keep their place in longer rows; small numbers, which are
   steps and switches more often than sizes, grow only when that is not enough. 0 when no such input takes the fast version. */
static int grow_to(int nest, const char *sizes, Case *best)
{
    int k, died, base = longest(nest, kMostSized);
    for (k = 0; base >= 0 && k < 3; k++) {
        *best = kept[base];
        if (resize(best, sizes, leasts[k]) && explore(best, kMostSized, &died) && takes(best, nest, kMostSized))
            return 1;
    }
    return 0;
}

/* From the longest input to one of so many accesses: the numbers grow together, and small ones as above. 0 when no input takes the
   fast version. */
static int grow(int nest, long goal, Case *best)
{
    static const double factors[] = {2, 1.5, 1.2};
    int k, at, died, base = longest(nest, goal);
    long most = base < 0 ? 0 : kept_ticks[base];
    if (base < 0)
        return 0;
    *best = kept[base];
    for (k = 0; k < 3 && most < goal; k++) {
        Case c = kept[base];
        long length = kept_ticks[base];
        for (at = 0; at < 3 && length < goal;) {
            Case longer = c;
            if (scale(&longer, leasts[k], factors[at]) && explore(&longer, kMost, &died) && ticks > length) {
                c = longer;
                length = ticks;
            } else {
                at++;
            }
        }
        if (length > most && takes(&c, nest, kMost)) {
            *best = c;
            most = length;
        }
    }
    return 1;
}

/* One input for each nest and each of the sizes, in the file PATH.NEST.NUMBER; without sizes some from small to working-set size, as
   far as the nest has sizes. */
int grow_all(const char *path)
{
    int nest, number, status = search(path);
    for (nest = 0; nest < nest_count && status == 0; nest++) {
        char before[4096] = "";
        for (number = 0; number < (sizes_count ? sizes_count : 3) && status == 0; number++) {
            char name[4096];
            Case c;
            if (!(sizes_count ? grow_to(nest, sizes_asked[number], &c) : grow(nest, kGoals[number], &c)))
                continue;
            snprintf(name, sizeof name, "%s.%d.%d", path, nest, number);
            status = write_one(name, &c);
            describe(&c, name, sizeof name);
            if (strcmp(name, before) == 0)
                continue;
            strcpy(before, name);
            fprintf(lines, "grown\t%d\t%d\t%s\n", nest, number, name);
        }
    }
    return status;
}

/* The least time of the nest in both versions, in turns. */
int measure(const char *path, int nest)
{
    union acc_verify_value values[MOST_SLOTS + 1];
    const Side *sides[2];
    long least[2] = {-1, -1}, start = acc_verify_now(), taken = rewritten.taken[first_nest + nest];
    int round, side;
    Case c;
    FILE *in = fopen(path, "r");
    if (!in || !read_case(in, &c) || !lay_out(&c, values, 1))
        return 2;
    fclose(in);
    sides[0] = &original;
    sides[1] = &rewritten;
    fill_globals(original.function);
    if (prepare(&original, values, c.ranges))
        return 2;
    keep(0);
    for (round = 0; round < 60; round++) {
        double seconds = (double)(acc_verify_now() - start) * 1e-9;
        if (round >= 3 && (seconds > kMostSeconds || (round >= 5 && seconds > kLeastSeconds)))
            break;
        for (side = 0; side < 2; side++) {
            long before;
            restore();
            fill_globals(sides[side]->function);
            if (prepare(sides[side], values, c.ranges))
                return 2;
            restore();
            before = sides[side]->spent[first_nest + nest];
            if (call(sides[side], values, IDLE, kMostSized))
                return 2;
            before = sides[side]->spent[first_nest + nest] - before;
            if (least[side] < 0 || before < least[side])
                least[side] = before;
        }
    }
    fprintf(lines, "time\t%ld\t%ld\t%d\n", least[0], least[1], rewritten.taken[first_nest + nest] - taken >= round);
    return 0;
}
