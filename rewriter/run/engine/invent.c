/* New inputs. */
#include "runner.h"

long constants[MOST_CONSTANTS];
int constant_count;
Hint hints[MOST_HINTS];
int hint_count;
static int hints_used;
long narrow[MOST_NARROW];
int narrow_count;
static int narrow_used;
Case kept[MOST_CASES];
unsigned long kept_taken[MOST_CASES];
long kept_ticks[MOST_CASES];
int kept_count;

long limited(const struct acc_verify_slot *s, long v)
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

static int is_number(int slot)
{
    return f->slots[slot].kind == ACC_VERIFY_INTEGER && !f->slots[slot].is_set;
}

static int a_number(void)
{
    int tries, slot = 0;
    for (tries = 0; f->slot_count > 0 && tries < 100; tries++)
        if (is_number(slot = (int)pick(f->slot_count)))
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

void take_hints_again(void)
{
    hints_used = 0;
}

static const long scales[] = {3, 8, 13, 17, 24, 31, 32, 33, 41, 48, 64, 67};
enum { SCALES = sizeof scales / sizeof *scales, FEWEST_SCALES = 3 };
static int scale_now, scale_end = SCALES, is_even; /* all numbers of the last new input are about as large */

void take_smaller(void)
{
    if (is_even && scale_now >= FEWEST_SCALES && scale_now < scale_end)
        scale_end = scale_now;
}

/* An input that takes the fast version in few accesses, with one number beyond the end of a narrow type; 0 when all are made. */
static int beyond_narrow(Case *c)
{
    int base = -1, k;
    for (k = 0; k < kept_count; k++)
        if (kept_taken[k] && (base < 0 || kept_ticks[k] < kept_ticks[base]))
            base = k;
    for (; base >= 0 && narrow_used < narrow_count * f->slot_count; narrow_used++) {
        int slot = narrow_used % f->slot_count;
        if (!is_number(slot))
            continue;
        memcpy(c->values, kept[base].values, sizeof c->values);
        c->values[slot].acc_l = limited(f->slots + slot, narrow[narrow_used++ / f->slot_count] + 2);
        return 1;
    }
    return 0;
}

/* Fills in a new input; how it was made. */
int invent(Case *c)
{
    int slot, kind = FREE;
    memset(c, 0, sizeof *c);
    for (slot = 0; slot < MOST_SLOTS; slot++)
        c->shared[slot] = -1;
    is_even = 0;
    for (slot = 0; slot < f->slot_count; slot++)
        if (f->slots[slot].kind == ACC_VERIFY_INTEGER)
            c->values[slot].acc_l = 1 + pick(3);
    if (hints_used < hint_count) {
        const Hint *hint = hints + hints_used++;
        for (slot = 0; slot < f->slot_count; slot++)
            if (hint->is_given[slot] && is_number(slot))
                c->values[slot].acc_l = limited(f->slots + slot, hint->values[slot]);
    } else if (beyond_narrow(c)) {
        kind = NARROW;
    } else if (kept_count && pick(10) < 4) {
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
        long scale = scales[scale_now = (int)pick(pick(8) ? scale_end : SCALES)];
        int style = (int)pick(3);
        is_even = style == 0;
        for (slot = 0; slot < f->slot_count; slot++)
            if (is_number(slot)) {
                long v = style == 0   ? scale + pick(3) / 2
                         : style == 1 ? (pick(2) ? pick(4) : scale + pick(3) / 2)   /* first and last of ranges */
                                      : related(c, slot, scale);
                c->values[slot].acc_l = limited(f->slots + slot, v);
            }
    }
    for (slot = 0; slot < f->slot_count; slot++)
        if (f->slots[slot].kind == ACC_VERIFY_FLOATING) {
            fill_mode = limits.is_exact ? EXACT : pick(6) == 0 ? SPECIAL : PLAIN;
            c->values[slot].acc_d = pick(5) ? float_from(next(), f->slots[slot].size) : (double)pick(3) - 1;
            fill_mode = PLAIN;
        }
    return kind;
}
