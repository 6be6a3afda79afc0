#include "trap.h"
extern float table[80*80], g_sum;
typedef void nest(float *, int, int);
nest table_and_pointer, pointer_and_table, sum_in_global, carried_in_nest, narrow_index;
typedef void two(float *, float *, int, int);
two sum_through_pointer, sum_per_row, half_index, counting_index, chained, last_column, constant_cell;
void sometimes_set(float *, const float *, int, int);
void local_address(int *, int);
void unsigned_value(unsigned, unsigned, double *);
void short_value(short, short, int *, short *);
void division_value(int, unsigned, int *);
void shift_value(int, int, unsigned *);
void carried_scalar(float *, float *, int, int, int);
void blend_flag(float *, const float *, float, int, int);
void blend_behind_pointer(float *, const float *, const float *, int, int);
void carried_counter(float *, float *, int, int, int);
void narrow_scalar(int *, const int *, int, int);
int calls(float *, const float *, int, int);
void bit_index(float *, float *, int);
void swap(float *, int);
void elimination(double *, int, int);
void shortest(int *, int);
void in_place(double *, int, int);
void doubled(double *, int);
void past_two_31(long, double *, int);

#define F ((float *)memory)

static void fill_table(void)
{
    int i;
    for (i = 0; i < 80*80; i++)
        table[i] = 1 + i/7.0f;
}
#define TABLE(CALL) (fill_table(), CALL, printf("%d %s %lx\n", __LINE__, #CALL, checksum(table, sizeof table)))

int main(void)
{
    static const int sizes[][2] = {{0, 5}, {5, 0}, {1, 1}, {33, 35}, {64, 17}, {31, 65}, {67, 67}, {-3, 40}};
    static const int at[] = {0, 1, 40, 1200, 8000};
    unsigned k, s;
    for (k = 0; k < 8; k++) {
        int n = sizes[k][0], m = sizes[k][1];
        TABLE(table_and_pointer(table, n, m));
        TABLE(table_and_pointer(table + 3, n, m));
        TABLE(pointer_and_table(table, n, m));
        TABLE(pointer_and_table(table + 5, n, m));
        TABLE(sum_in_global(table, n, m));
        g_sum = 2;
        TRAP(sum_in_global(&g_sum, n > 0 ? 1 : 0, m > 0 ? 1 : 0));
        printf("%a\n", g_sum);
        for (s = 0; s < 5; s++) {
            float *B = F + at[s];
            TRAP(sum_through_pointer(F, B, n, m));
            TRAP(sum_per_row(F, B, n, m));
            TRAP(half_index(F, B, n, m));
            TRAP(counting_index(F, B, n, m));
            TRAP(chained(F, B, n, m));
            TRAP(last_column(F, B, n, m));
            TRAP(last_column(B, F, n, m));
            TRAP(constant_cell(F, B, n, m > 0 ? m : 1));
            TRAP(constant_cell(B, F, n, m > 0 ? m : 1));
            TRAP(sometimes_set(F, B, n, m));
            TRAP(bit_index(F, B, n < 0 ? 0 : n));
            TRAP(narrow_scalar((int *)F, (int *)B, n, m));
            fresh();
            printf("%d ", calls(F, B, n, m));
            KEEP(0);
            if (m > 0)
                TRAP(carried_scalar(F, B, n, m, 3));
            TRAP(carried_counter(F, B, n, m, 3));
            for (int v = 0; v < 6; v++) {
                float beta[] = {0.0f, -0.0f, 1.0f, 0.5f, 1e-42f, __builtin_nanf("")};
                TRAP(blend_flag(F, B, beta[v], n, m));
                TRAP(blend_behind_pointer(F, B, &beta[v], n, m));
            }
            TRAP(blend_behind_pointer(F, B, F + 2, n, m)); /* the flag is an element */
            TRAP(blend_behind_pointer(F, B, B + 2, n, m));
            TRAP(blend_behind_pointer(F, B, 0, 0, m));
        }
        TRAP(carried_in_nest(F, n, m));
        TRAP(narrow_index(F + 10000, n, m));
        TRAP(local_address((int *)F, m < 0 ? 0 : m));
        TRAP(unsigned_value((unsigned)(n < 0 ? 0 : n), (unsigned)(m < 0 ? 0 : m), (double *)F));
        TRAP(short_value((short)n, (short)m, (int *)F, (short *)F + 20000));
        TRAP(division_value(n, (unsigned)(m < 0 ? 0 : m), (int *)F));
        TRAP(shift_value(n, m, (unsigned *)F));
        TRAP(swap(F, n));
        TRAP(elimination((double *)F, n, m));
        TRAP(elimination((double *)F, n, n + 3));
        {
            int i;
            for (i = 0; i < 67*67; i++)
                ((int *)memory)[i] = (i*7919) % 1009;
            KEEP(shortest((int *)memory, n));
        }
        TRAP(in_place((double *)F, n, 4));
        TRAP(doubled((double *)F, n));
        TRAP(past_two_31(n, (double *)F, 20));
        TRAP(past_two_31(n, (double *)F, 3));
        TRAP(past_two_31(n, (double *)F + 400, -3));
    }
    return 0;
}
