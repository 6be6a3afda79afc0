/* Loops that must be refused, each for a reason of its own. */

struct node {
    struct node *next;
    double value;
};

extern void observe(double value);

/* The subscript is read from memory. */
void histogram(int n, const int *bin, int *count)
{
    int i;
    for (i = 0; i < n; i++)
        count[bin[i]]++;
}

/* Not a counted loop. */
void list_scale(struct node *head, double factor)
{
    struct node *p;
    for (p = head; p; p = p->next)
        p->value *= factor;
}

/* The loop ends early. */
int find_zero(int n, int m, double *A, int *row)
{
    int i;
    for (i = 0; i < n; i++) {
        A[i*m] += 1.0;
        if (A[i*m + 1] == 0.0)
            break;
    }
    *row = i;
    return i < n;
}

/* A call that may do anything. */
void traced_scale(int n, int m, double *A, double factor)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            A[i*m + j] *= factor;
            observe(A[i*m + j]);
        }
}

/* The device register must be read each time. */
void drain(int n, int m, volatile int *port, int *A)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            A[i*m + j] = *port;
}

/* The bound of the inner loop changes while the nest runs. */
void growing(int n, int *length, double *A, int pitch)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < length[0]; j++) {
            A[i*pitch + j] = 0.0;
            length[0] = i;
        }
}
