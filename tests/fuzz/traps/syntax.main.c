#include "trap.h"
typedef void transposer(int, int, float *, float *);
typedef void chooser(int, int, float *, float *, int);
transposer macros, nested_macros, shadowed, same_variable, early_exit, out_of_line, commas, walk, flat, reversed_operator,
    parameters_changed, bound_changed, pointer_changed, signs, only_set, own_macros;
chooser as_else, labelled, in_switch;
void taken_names(int, int, double *, const double *);
void dangling(int, int, float *, float *, int, int);
void bits(int, int, unsigned *, const unsigned *);
void constants(int, int, float *, double *);

int main(void)
{
    static const int sizes[][2] = {{0, 5}, {1, 1}, {33, 35}, {64, 17}, {-4, 40}, {31, 65}};
    static const int at[] = {0, 1, 40, 4000, 2000};
    float *memory4 = (float *)memory;
    unsigned k, s;
    for (k = 0; k < 6; k++)
        for (s = 0; s < 5; s++) {
            int n = sizes[k][0], m = sizes[k][1];
            float *B = memory4 + at[s];
            fresh();
            TRAP(macros(n, m, memory4, B));
            TRAP(nested_macros(n, m, memory4, B));
            TRAP(shadowed(n, m, memory4, B));
            TRAP(same_variable(n, m, memory4, B));
            TRAP(early_exit(n, m, memory4, B));
            TRAP(out_of_line(n, m, memory4, B));
            TRAP(commas(n, m, memory4, B));
            TRAP(walk(n, m, memory4, B));
            if (m > 0)
                TRAP(flat(n, m, memory4, B));
            TRAP(reversed_operator(n, m, memory4, B));
            TRAP(parameters_changed(n, m, memory4, B));
            TRAP(bound_changed(n, m, memory4, B));
            TRAP(pointer_changed(n, m, memory4, B));
            fresh();
            TRAP(signs(n, m, memory4, B));
            TRAP(only_set(n, m, memory4, B));
            TRAP(own_macros(n, m, memory4, B));
            fresh();
            TRAP(as_else(n, m, memory4, B, 0));
            TRAP(as_else(n, m, memory4, B, 1));
            TRAP(labelled(n, m, memory4, B, 0));
            TRAP(labelled(n, m, memory4, B, 1));
            TRAP(in_switch(n, m, memory4, B, 0));
            TRAP(in_switch(n, m, memory4, B, 1));
            TRAP(dangling(n, m, memory4, B, 1, 0));
            TRAP(dangling(n, m, memory4, B, 1, 1));
            TRAP(dangling(n, m, memory4, B, 0, 1));
            fresh();
            TRAP(bits(n, m, (unsigned *)memory4, (unsigned *)B));
            fresh();
            TRAP(constants(n, m, memory4, (double *)memory + 5000));
            fresh();
            TRAP(taken_names(n, m, (double *)memory, (double *)memory + at[s]));
        }
    return 0;
}
