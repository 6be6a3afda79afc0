#include <stddef.h>

/* Matrices as structs, behind accessors. They take x for the column, so that rows are not where the loops look for them. */
struct Array2D {
    size_t size0;
    size_t size1;
    float *Base;
};

#define ACCESS_2D(A, x, y) *(A.Base + (y) * A.size1 + (x))
#define SIZE0_2D(A) A.size0
#define SIZE1_2D(A) A.size1

void gemm(struct Array2D A, struct Array2D B, struct Array2D C)
{
L1: for (int i = 0; i < SIZE0_2D(C); i++)
L2:   for (int j = 0; j < SIZE1_2D(C); j++)
L3:     for (int k = 0; k < SIZE0_2D(A); ++k)
          ACCESS_2D(C, i, j) += ACCESS_2D(A, i, k) * ACCESS_2D(B, k, j);
}
