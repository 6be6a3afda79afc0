/* Variables that change where the reader of a nest may not look: in tests of loops, inside expressions. */

int comma_in_test(int n, int m, int *A)
{
    int i, j, k, c = 0;
    for (i = 0, k = 5; c++, i < n; i++, k += m)
        for (j = 0; j < m; j++)
            A[k + j] += c;
    return c;
}

int assigned_in_test(int n, int m, int *A)
{
    int i, j, t = 0;
    for (i = 0; (t = n - i) > 0; i++)
        for (j = 0; j < m; j++)
            A[i*m + j] += t;
    return t;
}

int counted_in_test(int n, int m, int *A)
{
    int i = 0, j;
    while (i++ < n)
        for (j = 0; j++ < m;)
            A[i*m + j] += i;
    return i;
}

int stepped_by_do(int n, int m, int *A)
{
    int i = 0, j;
    do {
        for (j = 0; j < m; j++) {
            if (A[i*m + j] == 3)
                continue;
            A[i*m + j] += 4;
        }
    } while (++i < n);
    return i;
}

int stepped_in_choice(int n, int m, int *A, const int *B)
{
    int i, j, k = 2, z = 1;
    for (i = 0; i < n; i++) {
        k = i + (B[i] > 2 ? z++ : 0);
        for (j = 0; j < m; j++)
            A[i*m + j] += k + z;
    }
    return k*10 + z;
}

int stepped_behind_and(int n, int m, int *A)
{
    int i, j, k = 0, w = m;
    for (i = 0; i < n && (w = m - (i & 1)) >= 0; i++)
        for (j = 0; j < w; j++)
            A[i*m + j] += k + w;
    return w;
}

int stepped_in_index(int n, int m, int *A, volatile int *v)
{
    int i, j, k = 0;
    for (i = 0; i < n; i++) {
        v[k++] = i;
        for (j = 0; j < m; j++)
            A[i*m + j] += k;
    }
    return k;
}

int stepped_in_switch(int n, int m, int *A)
{
    int i, j, k = 0;
    for (i = 0; i < n; i++)
        switch (k++) {
        default:
            for (j = 0; j < m; j++)
                A[i*m + j] += k;
        }
    return k;
}

/* The counter is the same in the call inside: it leaves what is returned. */
int static_of_inner_call(int n, int m, int *A)
{
    static int i;
    int j;
    if (n > 0) {
        i = 5;
        static_of_inner_call(-n, m, A);
        return i;
    }
    for (i = 0; i < 20; i++)
        for (j = 0; j < m; j++)
            A[i*m + j] += 1;
    return 0;
}

int static_temporary(int n, int m, float *A)
{
    static float t;
    int i, j;
    if (n > 0) {
        t = 5;
        static_temporary(-n, m, A);
        return (int)t;
    }
    for (i = 0; i < 20; i++)
        for (j = 0; j < m; j++) {
            t = A[i*m + j] * 2;
            A[i*m + j] = t;
        }
    return 0;
}

/* Behind the call it is assigned again. */
int static_of_one_call(int n, int m, int *A)
{
    static int i, sum;
    int j;
    if (n > 0)
        static_of_one_call(-n, m, A);
    sum = 0;
    for (i = 0; i < 20; i++)
        for (j = 0; j < m; j++) {
            sum = A[i*m + j] + 1;
            A[i*m + j] = sum;
        }
    return 0;
}

int counted_by_caller(int n, int m, int *A)
{
    int sum = 0, j, *row = A;
    while (n--)
        for (j = 0; j < m; j++)
            *row++ += 1;
    do {
        sum += m;
        A[m*3] = sum;
    } while (m-- > 0);
    return sum;
}

static int left;

static void leave(int *last)
{
    left = *last;
}

static int count_and_leave(int n, int m, int *A)
{
    __attribute__((cleanup(leave))) int i = 7;
    int j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            A[i*m + j] += 1;
    return 0;
}

static int keep_and_leave(int n, int m, float *A)
{
    __attribute__((cleanup(leave))) int t = 7;
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            t = (int)A[i*m + j];
            A[i*m + j] = t + t*2;
        }
    return 0;
}

int cleaned_up(int n, int m, int *A)
{
    return count_and_leave(n, m, A) + left*100 + keep_and_leave(n, m, (float *)A) + left;
}

struct pair {
    int i, w;
};

/* The counter is copied with the structure that it is in. */
int copied_with_its_counter(int n, int m, struct pair *A)
{
    struct pair c;
    int j;
    c.w = 3;
    for (c.i = 0; c.i < n; c.i++)
        for (j = 0; j < m; j++)
            A[c.i*m + j] = c;
    return c.i;
}
