#include "trap.h"
int comma_in_test(int, int, int *);
int assigned_in_test(int, int, int *);
int counted_in_test(int, int, int *);
int stepped_by_do(int, int, int *);
int stepped_in_choice(int, int, int *, const int *);
int stepped_behind_and(int, int, int *);
int stepped_in_index(int, int, int *, volatile int *);
int stepped_in_switch(int, int, int *);
int static_of_inner_call(int n, int m, int *A);
int static_temporary(int n, int m, float *A);
int static_of_one_call(int n, int m, int *A);
int counted_by_caller(int n, int m, int *A);
int cleaned_up(int n, int m, int *A);
struct pair;
int copied_with_its_counter(int n, int m, struct pair *A);

/* Of integers of a size that nothing overflows, and what the call returns. */
#define RETURNED(CALL) \
    (small(), KEEP(result = CALL), result == 0 ? 0 : printf("  returned %d\n", result))

static int result;

static void small(void)
{
    unsigned i;
    for (i = 0; i < kBytes/sizeof(int); i++)
        ((int *)memory)[i] = (int)(i*7 % 5);
}

int main(void)
{
    static const int kSizes[] = {0, 1, 2, 5, 40};
    int *A = (int *)memory, *B = A + 8000, a, b;
    for (a = 0; a < 5; a++)
        for (b = 0; b < 5; b++) {
            int n = kSizes[a], m = kSizes[b];
            RETURNED(comma_in_test(n, m, A));
            RETURNED(assigned_in_test(n, m, A));
            RETURNED(counted_in_test(n, m, A));
            RETURNED(stepped_by_do(n, m, A));
            RETURNED(stepped_in_choice(n, m, A, B));
            RETURNED(stepped_behind_and(n, m, A));
            RETURNED(stepped_in_index(n, m, A, B));
            RETURNED(stepped_in_switch(n, m, A));
            RETURNED(static_of_inner_call(n, m, A));
            RETURNED(static_temporary(n, m, (float *)A));
            RETURNED(static_of_one_call(n, m, A));
            RETURNED(counted_by_caller(n, m, A));
            RETURNED(cleaned_up(n, m, A));
            RETURNED(copied_with_its_counter(n, m, (struct pair *)A));
        }
    return 0;
}
