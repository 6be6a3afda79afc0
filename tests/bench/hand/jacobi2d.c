/* Hand-written: both sweeps row by row, the second a row behind; blocks of TB time steps and YB rows, skewed. */
#define TB 16
#define YB 32

static void sweep(double *restrict to, const double *restrict from, long w, int nx, long y)
{
    const double *up = from + (y - 1)*w, *row = from + y*w, *down = from + (y + 1)*w;
    double *out = to + y*w;
    int x;
    for (x = 1; x <= nx; x++)
        out[x] = 0.2 * (row[x] + row[x - 1] + row[x + 1] + up[x] + down[x]);
}

void jacobi2d(int steps, int ny, int nx, double *u, double *v)
{
    long w = nx + 2, t0, t, s0, s;
    for (t0 = 0; t0 < steps; t0 += TB)
        for (s0 = 2*t0; s0 < 2*(t0 + TB) + ny + 1; s0 += YB)
            for (t = t0; t < t0 + TB && t < steps; t++)
                for (s = s0; s < s0 + YB; s++) {
                    long y = s - 2*t + 1;
                    if (y >= 1 && y <= ny)
                        sweep(v, u, w, nx, y);
                    if (y >= 2 && y <= ny + 1)
                        sweep(u, v, w, nx, y - 1);
                }
}
