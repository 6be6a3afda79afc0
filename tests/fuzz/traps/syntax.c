#define AT(A, r, c, ld) ((A)[(r)*(ld) + (c)])
#define FOR(v, n) for (v = 0; v < (n); v++)
#define SWAP_ADD(x, y) do { float tmp_ = (x); (x) = (y) + tmp_; } while (0)
#define A_3 zero
int A_1, n_1, i_0, j_0, rest, quotient, C_tile;

void taken_names(int n, int m, double *A, const double *B)
{
    int i, j, A_2 = 0, ii = 0, jj = 0;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            A[j*n + i] += B[i*m + j] + A_2 + ii + jj;
}

void macros(int n, int m, float *A, float *B)
{
    int i, j;
    FOR(i, n)
        FOR(j, m)
            AT(A, j, i, n) = AT(B, i, j, m) + 1;
}

void nested_macros(int n, int m, float *A, float *B)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            SWAP_ADD(AT(A, j, i, n), AT(B, i, j, m));
}

void shadowed(int n, int m, float *A, float *B)
{
    int i;
    for (i = 0; i < n; i++) {
        int j;
        for (j = 0; j < m; j++) {
            int n_ = n;
            {
                int n = m;
                A[j*n_ + i] = B[i*n + j];
            }
        }
    }
}

void same_variable(int n, int m, float *A, float *B)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            float A_[2];
            A_[0] = B[i*m + j];
            A_[1] = A_[0] + 1;
            A[j*n + i] = A_[1];
        }
}

void as_else(int n, int m, float *A, float *B, int how)
{
    int i, j;
    if (how)
        for (i = 0; i < n; i++)
            for (j = 0; j < m; j++)
                A[j*n + i] = B[i*m + j];
    else
        for (i = 0; i < n; i++)
            for (j = 0; j < m; j++)
                A[j*n + i] = B[i*m + j] + 1;
}

void dangling(int n, int m, float *A, float *B, int how, int other)
{
    int i, j;
    if (how)
        if (other)
            for (i = 0; i < n; i++)
                for (j = 0; j < m; j++)
                    A[j*n + i] = B[i*m + j];
        else
            A[0] = 5;
}

void labelled(int n, int m, float *A, float *B, int how)
{
    int i, j, times = 0;
    if (how)
        goto over;
again:
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            A[j*n + i] = B[i*m + j] + A[j*n + i];
over:
    if (times++ < 2)
        goto again;
}

void in_switch(int n, int m, float *A, float *B, int how)
{
    int i, j;
    switch (how) {
    case 0:
        for (i = 0; i < n; i++)
            for (j = 0; j < m; j++)
                A[j*n + i] = B[i*m + j];
        break;
    case 1:
    default:
        for (i = 0; i < n; i++)
            for (j = 0; j < m; j++)
                A[j*n + i] += B[i*m + j];
    }
}

void early_exit(int n, int m, float *A, float *B)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            if (B[i*m + j] > 1.99f)
                break;
            A[j*n + i] = B[i*m + j];
        }
}

void out_of_line(int n, int m, float *A, float *B)
{
    int i, j;
    for (i = 0; i < n; i++) { for (j = 0; j < m; j++) { A[j*n + i] = B[i*m + j]; } } A[0] = 7; for (i = 0; i < n; i++) for (j = 0; j < m; j++) A[i*m + j] += 1;
}

void commas(int n, int m, float *A, float *B)
{
    int i, j, k;
    for (i = 0, k = 0; i < n; i++)
        for (j = 0; j < m; j++, k++)
            A[j*n + i] = B[k];
}

void walk(int n, int m, float *A, float *B)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            *(A + j*n + i) = *B++;
}

void flat(int n, int m, float *A, float *B)
{
    int k;
    for (k = 0; k < n*m; k++)
        A[(k % m)*n + k / m] = B[k];
}

void reversed_operator(int n, int m, float *A, float *B)
{
    int i, j;
    for (i = 0; n > i; i++)
        for (j = 0; m > j; j++)
            (j*n + i)[A] = (i*m + j)[B];
}

void parameters_changed(int n, int m, float *A, float *B)
{
    int i, j;
    n -= 2;
    A += 3;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            A[j*n + i] = B[i*m + j];
    m--;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            A[j*n + i] += B[i*m + j];
}

void bound_changed(int n, int m, float *A, float *B)
{
    int i, j;
    for (i = 0; i < n; i++) {
        for (j = 0; j < m; j++)
            A[j*n + i] = B[i*m + j];
        if (i == 5)
            m--;
    }
}

void pointer_changed(int n, int m, float *A, float *B)
{
    int i, j;
    for (i = 0; i < n; i++) {
        for (j = 0; j < m; j++)
            A[j*n + i] = B[j];
        B += m;
    }
}

void signs(int n, int m, float *A, float *B)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            A[j*n + i] = - -B[i*m + j] - -1.0f;
            A[j*n + i] = -(-A[j*n + i]) * +1 - (B[i*m + j] - (A[j*n + i] - 2));
            A[j*n + i] -= B[i*m + j] - 1;
            A[j*n + i] /= B[i*m + j] + 1;
        }
}

void bits(int n, int m, unsigned *A, const unsigned *B)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            A[j*n + i] ^= B[i*m + j] & 7 | 1;
            A[j*n + i] = ~A[j*n + i] << 3 >> 1;
            A[j*n + i] %= 1000u;
            A[j*n + i] = A[j*n + i] == 3 ? 1u : !B[i*m + j] || B[i*m + j] > 7;
        }
}

void constants(int n, int m, float *A, double *B)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            A[j*n + i] = 0x1p-3f*(float)B[i*m + j] + 1e-3 + 'a' + 010 + 1.f/3 + (float)sizeof(float) + (i & 1);
}

void only_set(int n, int m, float *A, float *B)
{
    int i, j;
    float t;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++) {
            t = B[i*m + j];
            A[i*m + j] = 2.0f*B[i*m + j];
        }
    t = A[0];
    A[1] = t;
}

/* The fast version stands before the function, where its macros are not defined. */
void own_macros(int n, int m, float *A, float *B)
{
    int i, j;
#define TIMES 3
#ifndef MORE
#define MORE 2
#endif
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++)
            A[i*m + j] = TIMES*B[i*m + j] + MORE;
#undef TIMES
#define TIMES 5
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++)
            A[i*m + j] -= TIMES*B[i*m + j];
}
#undef TIMES
