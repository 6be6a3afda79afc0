#include "trap.h"
struct state { float last; };
void widen(int, int, const short *, float *);
void to_double(int, int, int, const float *, double *);
void halve_down(int, int, int, const int *, float *);
void both(int, int, int *, float *);
void last_of_two(int, int, const int *, struct state *, int *);
void kept_before(int, int, const int *, float *, int *);
void scaled_down(int, int, const float *, const int *, int *);
struct view { int w; float gain; };
void scaled_by_field(const struct view *, int, int, const float *, float *);

int main(void)
{
    static const int at[] = {0, 1, 2, 40, 399, 2000};
    int *words = (int *)memory;
    int k;
    TRAP(widen(500, 2, (short *)memory, (float *)memory));
    TRAP(widen(500, 2, (short *)memory + 8000, (float *)memory));
    TRAP(to_double(60, 50, 60, (float *)memory, (double *)memory));
    TRAP(to_double(60, 50, 70, (float *)memory + 20000, (double *)memory));
    TRAP(halve_down(40, 30, 41, words, (float *)memory));
    for (k = 0; k < 6; k++) {
        TRAP(both(33, 40, words, (float *)memory + at[k]));
        TRAP(both(33, 40, words + at[k], (float *)memory));
    }
    TRAP(last_of_two(33, 40, words + 8000, (struct state *)memory, words));
    TRAP(last_of_two(33, 40, words + 8000, (struct state *)(words + 5), words));
    TRAP(kept_before(33, 40, words, (float *)memory + 8000, words + 16000));
    TRAP((*(float *)memory = 3, scaled_down(33, 40, (float *)memory, words + 8000, words)));
    TRAP((words[0] = 3, scaled_by_field((struct view *)words, 33, 40, (float *)memory + 8000, (float *)memory)));
    return 0;
}
