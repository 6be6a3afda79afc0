/* Boxes of grids whose strides are variables of their own: either may be the greater one. */
void box0(int kn, int jn, int in, int js, int ks, double *c, const double *a, double s)
{
    int i, j, k;
    for (k = 0; k < kn; k++)
        for (j = 0; j < jn; j++)
            for (i = 0; i < in; i++) {
                int ijk = i + j*js + k*ks;
                c[ijk] = s*a[ijk];
            }
}
void box1(int k0, int k1, int j0, int j1, int i0, int i1, int js, int ks, double *c, const double *a,
          const double *b)
{
    int i, j, k;
    for (k = k0; k < k1; k++)
        for (j = j0; j < j1; j++)
            for (i = i0; i < i1; i++) {
                int ijk = i + j*js + k*ks;
                c[ijk] = a[ijk]*b[ijk];
            }
}
void box2(int k0, int k1, int j0, int j1, int i0, int i1, int js, int ks, double *y, const double *x,
          double a, double b)
{
    int i, j, k;
    for (k = k0; k < k1; k++)
        for (j = j0; j < j1; j++)
            for (i = i0; i < i1; i++) {
                int ijk = i + j*js + k*ks;
                y[ijk] = a*x[ijk] - b*(x[ijk - 1] + x[ijk + 1] + x[ijk - js] + x[ijk + js]
                                       + x[ijk - ks] + x[ijk + ks]);
            }
}
typedef struct { int low[3], high[3], js, ks; double *x, *y; } Box;
void box3(int n, const Box *boxes, double s)
{
    int b;
    for (b = 0; b < n; b++) {
        const int k0 = boxes[b].low[2], j0 = boxes[b].low[1], i0 = boxes[b].low[0];
        const int k1 = boxes[b].high[2], j1 = boxes[b].high[1], i1 = boxes[b].high[0];
        const int js = boxes[b].js, ks = boxes[b].ks;
        double *x = boxes[b].x, *y = boxes[b].y;
        int i, j, k;
        for (k = k0; k < k1; k++)
            for (j = j0; j < j1; j++)
                for (i = i0; i < i1; i++)
                    y[i + j*js + k*ks] += s*x[i + j*js + k*ks];
    }
}
double box4(int k0, int k1, int j0, int j1, int i0, int i1, int js, int ks, const double *a,
            const double *b)
{
    int i, j, k;
    double s = 0;
    for (k = k0; k < k1; k++)
        for (j = j0; j < j1; j++)
            for (i = i0; i < i1; i++)
                s += a[i + j*js + k*ks]*b[i + j*js + k*ks];
    return s;
}
void box5(int k0, int k1, int j0, int j1, int js, int ks, double *c, const double *a)
{
    for (int k = k0; k < k1; k++)
        for (int j = j0; j < j1; j++)
            for (int i = 0; i < 8; i++)
                c[i + j*js + k*ks] = 2*a[i + j*js + k*ks];
}
void box6(int k0, int k1, int j0, int j1, int js, int ks, double *c, const double *a)
{
    for (int k = k0; k < k1; k++)
        for (int j = j0; j < j1; j++)
            c[j*js + k*ks] = 2*a[j*js + k*ks];
}
