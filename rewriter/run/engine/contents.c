/* Random numbers, and what buffers hold before a call. */
#include "runner.h"

uint64_t mixed(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static uint64_t state = 1;

uint64_t next(void)
{
    return mixed(state += 0x9e3779b97f4a7c15u);
}

long pick(long count)
{
    return (long)(next() % (uint64_t)count);
}

/* IEEE half precision; digits that it lacks are cut off. */
static uint16_t half_from(double d)
{
    uint64_t bits;
    double size = d < 0 ? -d : d;
    unsigned sign;
    memcpy(&bits, &d, sizeof bits);
    sign = (unsigned)(bits >> 63) << 15;
    if (d != d)
        return (uint16_t)(sign | 0x7e00);
    if (size >= 65536)
        return (uint16_t)(sign | 0x7c00);
    if (size < 1.0 / 16384)
        return (uint16_t)(sign | (unsigned)(size * 16777216));
    return (uint16_t)(sign | ((unsigned)(bits >> 52 & 2047) - 1023 + 15) << 10 | (unsigned)(bits >> 42 & 1023));
}

void store_floating(char *place, double d, int size)
{
    float single = (float)d;
    uint16_t half = half_from(d);
    memcpy(place, size == 2 ? (void *)&half : size == 4 ? (void *)&single : (void *)&d, (size_t)size);
}

int is_nan(const char *place, int size)
{
    uint16_t half;
    float single;
    double d = 0;
    if (size == 2)
        return memcpy(&half, place, sizeof half), (half & 0x7fff) > 0x7c00;
    if (size == 4)
        return memcpy(&single, place, sizeof single), single != single;
    return memcpy(&d, place, sizeof d), d != d;
}

/* Full mantissas: sums depend on the order of their terms. */
double float_from(uint64_t r, int size)
{
    uint64_t bits = (r & 0x800fffffffffffffu) | (1022u + (r >> 52 & 1)) << 52;
    double d;
    memcpy(&d, &bits, sizeof d);
    if (size == 4)
        d = (float)d;
    if (fill_mode == TAME)
        return d < 0 ? -d / 2 : d / 2;
    if (fill_mode == EXACT)
        return (double)(r >> 40 & 7) - 3;
    if (fill_mode == SPECIAL)
        switch (r >> 54 & 15) {
        case 0: return __builtin_nan("");
        case 1: return __builtin_inf();
        case 2: return -__builtin_inf();
        case 3: return 0.0;
        case 4: return -0.0;
        case 5: return size == 2 ? 1e-7 : size == 4 ? 1e-42 : 1e-310;
        case 6: return size == 2 ? -6e4 : size == 4 ? -3e38 : -1e308;
        default: break;
        }
    return d;
}

char *pointers[MOST_SLOTS];

static void make_element(int slot, const struct acc_verify_leaf *leaves, int count, long index, size_t size, char *out)
{
    int k;
    memset(out, 0, size);
    for (k = 0; k < count; k++) {
        uint64_t r = mixed((uint64_t)index * 0x9e3779b97f4a7c15u + (uint64_t)(slot * 131 + k + 1) * 0xd1342543de82ef95u);
        const struct acc_verify_leaf *leaf = leaves + k;
        if (leaf->kind == ACC_VERIFY_FLOATING) {
            store_floating(out + leaf->offset, float_from(r, leaf->size), leaf->size);
        } else if (leaf->kind == ACC_VERIFY_ADDRESS) {
            char *row = pointers[leaf->target] + index * ROW;
            memcpy(out + leaf->offset, &row, sizeof row);
        } else if (leaf->kind == ACC_VERIFY_TRUTH) {
            *((char *)out + leaf->offset) = (char)(r & 1);
        } else if (leaf->kind == ACC_VERIFY_INTEGER) {
            int64_t v = fill_mode == SPECIAL ? (int64_t)(r >> 7) : (int64_t)(r >> 7) % 201 - (leaf->is_signed ? 100 : 0);
            if (v < 0 && fill_mode == TAME)
                v += 100;
            if (f->table)
                v = (int64_t)((r >> 7) % f->table);
            memcpy(out + leaf->offset, &v, (size_t)leaf->size);
        }
    }
}

/* Bytes [low, high) of the elements of that kind, from the address `out` on. */
static void make_bytes(int slot, const struct acc_verify_leaf *leaves, int count, long size, long low, long high, char *out)
{
    char element[4096];
    long e;
    for (e = low >= 0 ? low / size : -((-low + size - 1) / size); e * size < high; e++) {
        long from = e * size < low ? low - e * size : 0;
        long to = (e + 1) * size > high ? high - e * size : size;
        make_element(slot, leaves, count, e, (size_t)size, element);
        memcpy(out + (e * size + from - low), element + from, (size_t)(to - from));
    }
}

static int has_addresses(const struct acc_verify_leaf *leaves, int count)
{
    while (count--)
        if (leaves[count].kind == ACC_VERIFY_ADDRESS)
            return 1;
    return 0;
}

/* Pages of contents: making numbers takes longer than copying them. */
enum { MOST_MADE_PAGES = 1024 };
static struct {
    char *bytes;
    long page;
    int slot, mode;
} made[MOST_MADE_PAGES];

static const char *page_of(int slot, const struct acc_verify_slot *s, long page)
{
    unsigned place = (unsigned)(mixed((uint64_t)page * MODES + (uint64_t)fill_mode + ((uint64_t)slot << 50)) % MOST_MADE_PAGES);
    if (!made[place].bytes)
        made[place].bytes = malloc(PAGE);
    else if (made[place].page == page && made[place].slot == slot && made[place].mode == fill_mode)
        return made[place].bytes;
    if (!made[place].bytes)
        return NULL;
    made[place].page = page;
    made[place].slot = slot;
    made[place].mode = fill_mode;
    make_bytes(slot, s->leaves, s->leaf_count, (long)s->element, page * (long)PAGE, (page + 1) * (long)PAGE, made[place].bytes);
    return made[place].bytes;
}

/* Bytes [low, high) relative to the slot's pointer, which is at `pointer`. */
void fill(int slot, char *pointer, long low, long high)
{
    const struct acc_verify_slot *s = f->slots + slot;
    long size = (long)s->element, at = low;
    if (size > 4096 || size <= 0)
        return;
    if (has_addresses(s->leaves, s->leaf_count)) {
        make_bytes(slot, s->leaves, s->leaf_count, size, low, high, pointer + low);
        return;
    }
    while (at < high) {
        long page = multiple_below(at, (long)PAGE) / (long)PAGE, end = (page + 1) * (long)PAGE;
        const char *bytes = page_of(slot, s, page);
        end = end < high ? end : high;
        if (bytes)
            memcpy(pointer + at, bytes + (at - page * (long)PAGE), (size_t)(end - at));
        else
            make_bytes(slot, s->leaves, s->leaf_count, size, at, end, pointer + at);
        at = end;
    }
}

void fill_globals(const struct acc_verify_function *of)
{
    static char *images[2][MODES][MOST_GLOBALS];     /* as they were filled before; of the original and the rewritten version */
    int g;
    for (g = 0; g < of->global_count; g++) {
        const struct acc_verify_global *global = of->globals + g;
        char **image = &images[of == rewritten.function][fill_mode][g];
        unsigned long whole;
        if (global->element == 0 || global->element > 4096 || global->leaf_count == 0)
            continue;
        whole = global->size - global->size % global->element;
        if (*image) {
            memcpy(global->address, *image, whole);
            continue;
        }
        make_bytes(MOST_SLOTS + g, global->leaves, global->leaf_count, (long)global->element, 0, (long)whole, global->address);
        if (!has_addresses(global->leaves, global->leaf_count) && (*image = malloc(whole + 1)))
            memcpy(*image, global->address, whole);
    }
}
