#include "trap.h"
void behind_by_two(unsigned long, unsigned long, double *);
void down_right(unsigned, unsigned, double *);
void beside(int, int, int *);

int main(void)
{
    static const int rows[] = {0, 1, 3, 9, 10, 12, 17, 35}, columns[] = {2, 3, 9, 17, 33, 40, 50, 100};
    int r, c;
    for (r = 0; r < 8; r++)
        for (c = 0; c < 8; c++) {
            TRAP(behind_by_two(rows[r], columns[c], (double *)memory));
            TRAP(down_right(rows[r], columns[c], (double *)memory));
            TRAP(beside(rows[r], columns[c], (int *)memory));
        }
    return 0;
}
