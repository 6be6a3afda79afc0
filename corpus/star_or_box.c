/* The shape of the stencil is chosen when the file is compiled. */
#ifndef RADIUS
#define RADIUS 1
#endif

void star_or_box(int n, int ld, double *out, const double *in)
{
    int i, j, k;
    for (i = RADIUS; i < n - RADIUS; i++)
        for (j = RADIUS; j < n - RADIUS; j++) {
            double s = 0.0;
#ifdef BOX
            int l;
            for (k = -RADIUS; k <= RADIUS; k++)
                for (l = -RADIUS; l <= RADIUS; l++)
                    s += in[(i + k)*ld + j + l];
#else
            for (k = -RADIUS; k <= RADIUS; k++)
                s += in[(i + k)*ld + j] + in[i*ld + j + k];
#endif
            out[i*ld + j] = s;
        }
}
