#include "trap.h"
void may_alias_types(float *, int *, int, int);
void global_size(float *);
extern int g_n;

int main(void)
{
    static const int at[] = {0, 1, 5, 19, 40, 399, 400, 1000};
    unsigned k;
    fresh();
    for (k = 0; k < 8; k++) {
        TRAP(may_alias_types((float *)memory, (int *)memory + at[k], 33, 35));
        TRAP(may_alias_types((float *)memory + at[k], (int *)memory, 33, 35));
        g_n = 40;
        TRAP(global_size((float *)memory));
    }
    return 0;
}
