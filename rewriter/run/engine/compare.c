/* One input, both versions. */
#include "runner.h"

/* The original in boundless memory: what it touches. 0 when it does not come to an end or does what C leaves undefined. */
int explore(Case *c, long limit, int *of)
{
    union acc_verify_value values[MOST_SLOTS + 1];
    struct acc_verify_range all[MOST_SLOTS];
    int slot, died;
    *of = 0;
    memcpy(values, c->values, sizeof values);
    for (slot = 0; slot < f->slot_count; slot++) {
        seen[slot].acc_low = (long)REGION;
        seen[slot].acc_high = -(long)REGION;
        all[slot].acc_low = -(long)REGION / 2;
        all[slot].acc_high = (long)REGION / 2;
        is_written[slot] = 0;
    }
    clear_sparse();
    for (slot = 0; slot < f->slot_count; slot++)
        if (f->slots[slot].kind == ACC_VERIFY_BUFFER)
            values[slot].acc_p = pointers[slot];
    fill_globals(original.function);
    if (prepare(&original, values, all))
        return 0;
    died = *of = call(&original, values, SPARSE, limit);
    if (died)
        return 0;
    for (slot = 0; slot < f->slot_count; slot++) {
        long element = whole_element(f->slots + slot);
        c->ranges[slot] = seen[slot];
        if (seen[slot].acc_low > seen[slot].acc_high) {
            c->ranges[slot].acc_low = c->ranges[slot].acc_high = 0;
        } else if (element > 1) {
            c->ranges[slot].acc_low = multiple_below(seen[slot].acc_low, element);
            c->ranges[slot].acc_high = multiple_below(seen[slot].acc_high + element - 1, element);
        }
        if (c->ranges[slot].acc_high - c->ranges[slot].acc_low > LARGEST)
            return 0;
    }
    return 1;
}

long call_ticks = 300000;

static unsigned long taken_now(const long *before)
{
    unsigned long mask = nest_count == 0; /* all of it is another version */
    int k;
    for (k = 0; k < nest_count; k++)
        if (rewritten.taken[first_nest + k] != before[k])
            mask |= 1ul << k;
    return mask;
}

/* A second run of the original leaves the same bytes: else nothing can be said of another version, as when the
   function keeps what it allocates until there is no more. */
static int original_repeats(const Case *c, union acc_verify_value *values)
{
    restore();
    fill_globals(original.function);
    if (prepare(&original, values, c->ranges))
        return 0;
    restore();
    return call(&original, values, IDLE, call_ticks) == 0 && same_blocks();
}

/* A number or a pointer that has a name may be read, also where the original does not come to it: it is there. */
static int is_always_there(const struct acc_verify_global *global)
{
    return global->leaf_count <= 1 && global->element == global->size;
}

int original_died;

/* Rounds of the rewritten version beyond those of the original, which may leave out rows by a test of data. */
static const long kMoreRounds = 10000000;

/* The rewritten version once more, watched by nobody and with time enough; as `call` returns. */
static int call_at_length(const Case *c, union acc_verify_value *values)
{
    int died;
    restore();
    fill_globals(rewritten.function);
    if ((died = prepare(&rewritten, values, c->ranges)) != 0)
        return died;
    restore();
    values[f->slot_count].acc_l = 0;
    return call(&rewritten, values, IDLE, 20 * call_ticks + kMoreRounds);
}

/* One thread where a buffer lies in another one: the original's own parallel loop may race there. */
static void set_threads(const Case *c)
{
    const Side *sides[] = {&original, &rewritten};
    int slot, side, is_shared = 0;
    for (slot = 0; slot < f->slot_count; slot++)
        is_shared |= f->slots[slot].kind == ACC_VERIFY_BUFFER && c->shared[slot] >= 0;
    for (side = 0; side < 2; side++)
        if (sides[side]->set_threads)
            sides[side]->set_threads(is_shared ? 1 : sides[side]->threads);
}

/* One comparison. `is_watched`: the access marks too. */
int compare_once(const Case *c, int number, int at_end, int is_watched, unsigned long *mask)
{
    union acc_verify_value values[MOST_SLOTS + 1], wanted;
    long before[MOST_NESTS];
    int k, died, is_long, result = ALIKE;
    if (!lay_out(c, values, at_end))
        return UNUSABLE;
    set_threads(c);
    sentence[0] = 0;
    fill_globals(original.function);
    if (prepare(&original, values, c->ranges))
        return UNUSABLE;
    keep(0);
    for (k = 0; is_watched && k < f->global_count; k++)
        memset(global_marks[k], is_always_there(original.function->globals + k), original.function->globals[k].size);
    fprintf(lines, "begin\t%d\toriginal\n", number);
    original_died = call(&original, values, is_watched ? MARK : IDLE, call_ticks);
    if (original_died)
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
    fprintf(lines, "begin\t%d\trewritten\n", number);
    died = call(&rewritten, values, is_watched ? JUDGE : IDLE, 20 * call_ticks + kMoreRounds);
    *mask = taken_now(before);
    /* Many rounds, as of empty rows, which the original's compiler may have left out: it may differ all the same. */
    is_long = (died == STOPPED || died == SIGPROF) && !sentence[0];
    if (is_long)
        died = call_at_length(c, values);
    if (died)
        snprintf(sentence, sizeof sentence, "the rewritten version: %s", why(died));
    if (died || sentence[0] || !same_memory() || !same_result(&wanted, &values[f->slot_count])) {
        char found[sizeof sentence];
        memcpy(found, sentence, sizeof found);
        result = original_repeats(c, values) ? WRONG : UNUSABLE;
        memcpy(sentence, found, sizeof found);
    }
    return is_long && result == ALIKE ? UNUSABLE : result;
}
