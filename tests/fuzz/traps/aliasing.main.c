#include "trap.h"
struct view { int n; int ld; float *data; };
struct pair { float a, b; };
union word { float f; int i; };
extern int g_n, g_ld;
extern float *g_data;
void size_through_same_type(int *, int *);
void size_through_char(int *, unsigned char *);
void ld_through_same_type(int, int *, int *, int *);
void field_sizes(struct view *, int *);
void field_pointer(struct view *, float *);
void null_struct(struct view *, int, float *);
void global_sizes(int *);
void absent_operand(float *, const float *, int, int, int);
void absent_bias(float *, const float *, int, int);
void absent_scale(float *, const float *, int, int);
void global_pointer(float *);
void union_members(union word *, int, int);
void pair_members(struct pair *, struct pair *, int, int);
void char_over_float(unsigned char *, float *, int, int);
void pointer_copy(float *, int, int);
void signed_unsigned(int *, unsigned *, int, int);
void long_longlong(long *, long long *, int, int);
void pointer_table(float **, int, int, float *);
struct point { float x, y; };
struct box;
union mixed;
void whole_and_member(struct point *, int, int);
void member_then_whole(struct point *, int, int);
void nested_members(struct box *, int, int);
void member_arrays(struct box *, int, int);
void member_overrun(struct point *, float *, int, int);
void complex_parts(float _Complex *, float *, int, int);
void union_in_struct(union mixed *, int, int);
typedef float four __attribute__((vector_size(16)));
void vector_elements(four *, float *, int, int);
void enums(int *, int *, int, int);
void statics(float *, int, int);
void row_pointers(float *, int, int);
void two_strides(float *, int, int, int);
void word_view(unsigned *, unsigned short *, int, int);
void three_pointers(double *, double *, double *, int, int, int);

struct sizes { int *rows; };
void size_in_the_array(int *restrict, int, int);
void size_behind_a_member(int *restrict, struct sizes *, int, int);

int main(void)
{
    static const int at[] = {0, 1, 5, 19, 40, 399, 400, 1000};
    unsigned k, s, t;
    for (k = 0; k < 8; k++) {
        fresh();
        {
            int *a = (int *)memory, *rows = a + 1999 + at[k];
            struct sizes s;
            *rows = 100;
            KEEP(size_in_the_array(a, 1999 + at[k], 100));
            fresh();
            *rows = 100;
            KEEP(size_behind_a_member(a, &s, 1999 + at[k], 100));
            fresh();
        }
        {
            int *n = (int *)memory + at[k], own = 33;
            *n = 40;
            KEEP(size_through_same_type(n, (int *)memory));
            KEEP(size_through_same_type(&own, (int *)memory));
            *n = 40;
            KEEP(size_through_char(n, memory));
            own = 41;
            *n = 41;
            KEEP(ld_through_same_type(32, n, (int *)memory, (int *)memory + 4000));
            *n = 41;
            KEEP(ld_through_same_type(32, &own, (int *)memory + 4000, (int *)memory + 4000 + at[k]));
        }
        {
            struct view *v = (struct view *)(memory + 8*at[k]), own;
            v->n = 33;
            v->ld = 35;
            v->data = 0;
            KEEP(field_sizes(v, (int *)memory));
            v->n = 33;
            v->ld = 35;
            own = *v;
            own.data = (float *)memory + at[k];
            KEEP(field_pointer(&own, (float *)memory + 500));
            own.n = 40;
            KEEP(null_struct(&own, 40, (float *)memory));
            KEEP(null_struct(0, 0, (float *)memory));
            KEEP(null_struct(0, -3, (float *)memory));
            g_n = 40;
            g_ld = 41;
            KEEP(global_sizes((int *)memory));
            
            g_n = 0;
            g_data = 0;
            KEEP(global_pointer((float *)memory));
            g_n = 33;
            g_ld = 35;
            g_data = (float *)memory + at[k];
            KEEP(global_pointer((float *)memory));
            KEEP(global_pointer((float *)memory + 40));
        }
        TRAP(absent_operand((float *)memory, (float *)memory + 4000, 1, 33, 35));
        TRAP(absent_operand((float *)memory, (float *)memory + at[k], 1, 33, 35));
        TRAP(absent_operand((float *)memory, 0, 0, 33, 35));
        TRAP(absent_bias((float *)memory, (float *)memory + 4000, 33, 35));
        TRAP(absent_bias((float *)memory, (float *)memory + at[k], 33, 35));
        TRAP(absent_bias((float *)memory, 0, 33, 35));
        TRAP(absent_scale((float *)memory, (float *)memory + at[k], 33, 35));
        TRAP(absent_scale((float *)memory, 0, 0, 35));
        TRAP(absent_scale((float *)memory, 0, -1, 35));
        TRAP(union_members((union word *)memory, 33, 35));
        TRAP(pair_members((struct pair *)memory, (struct pair *)memory + at[k], 33, 35));
        TRAP(pair_members((struct pair *)memory + at[k], (struct pair *)memory, 33, 35));
        TRAP(char_over_float(memory, (float *)memory + at[k], 33, 35));
        TRAP(char_over_float(memory + 3 + at[k], (float *)memory, 33, 35));
        TRAP(pointer_copy((float *)memory, 33, 35));
        TRAP(signed_unsigned((int *)memory, (unsigned *)memory + at[k], 33, 35));
        TRAP(signed_unsigned((int *)memory + at[k], (unsigned *)memory, 33, 35));
        TRAP(long_longlong((long *)memory + at[k], (long long *)memory + 2000, 33, 35));
        {
            float *rows[33];
            for (s = 0; s < 33; s++)
                rows[s] = (float *)memory + 35*(s/2) + s;
            KEEP(pointer_table(rows, 33, 35, (float *)memory + at[k]));
        }
        fresh();
        TRAP(whole_and_member((struct point *)memory, 33, 35));
        TRAP(member_then_whole((struct point *)memory, 33, 35));
        TRAP(nested_members((struct box *)memory, 33, 35));
        TRAP(member_arrays((struct box *)memory, 33, 35));
        fresh();
        TRAP(member_overrun((struct point *)memory, (float *)memory + at[k], 33, 35));
        TRAP(member_overrun((struct point *)memory + at[k], (float *)memory, 33, 35));
        TRAP(complex_parts((float _Complex *)memory, (float *)memory + at[k], 33, 35));
        TRAP(complex_parts((float _Complex *)memory + at[k], (float *)memory, 33, 35));
        TRAP(union_in_struct((union mixed *)memory, 33, 35));
        fresh();
        TRAP(vector_elements((four *)memory, (float *)memory + at[k], 33, 35));
        TRAP(vector_elements((four *)memory + at[k], (float *)memory, 33, 35));
        TRAP(enums((int *)memory, (int *)memory + at[k], 33, 35));
        TRAP(enums((int *)memory + at[k], (int *)memory, 33, 35));
        fresh();
        TRAP(statics((float *)memory + at[k], 33, 35));
        TRAP(row_pointers((float *)memory + at[k], 33, 35));
        TRAP(two_strides((float *)memory + at[k], 33, 35, 35));
        TRAP(two_strides((float *)memory + at[k], 33, 35, 36));
        TRAP(two_strides((float *)memory + at[k], 33, 35, 1));
        TRAP(two_strides((float *)memory + 4000, 33, 35, -2));
        TRAP(word_view((unsigned *)memory, (unsigned short *)memory + 8000, 33, 35));
        fresh();
        for (s = 0; s < 3; s++)
            for (t = 0; t < 3; t++)
                TRAP(three_pointers((double *)memory, (double *)memory + at[(k + s) % 8],
                                    (double *)memory + at[(k + 3*t) % 8], 17, 20, 23));
    }
    fresh();
    *(int *)memory = 9;
    KEEP(size_behind_a_stored_bound((int *)memory, 0, (int *)memory, 33));
    *(int *)memory = 9;
    ((int *)memory)[1] = 30;
    KEEP(size_behind_a_stored_bound((int *)memory, (int *)memory + 1, (int *)memory + 8, 33));
    return 0;
}
