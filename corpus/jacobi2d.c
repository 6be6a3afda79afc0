#define AT(u, y, x) ((u)[(y)*(nx + 2) + (x)])

/* Jacobi sweeps over an ny x nx field with one ghost cell on each side, forth into v and back into u. */
void jacobi2d(int steps, int ny, int nx, double *u, double *v)
{
    int t, x, y;
    for (t = 0; t < steps; t++) {
        for (y = 1; y <= ny; y++)
            for (x = 1; x <= nx; x++)
                AT(v, y, x) = 0.2 * (AT(u, y, x) + AT(u, y, x - 1) + AT(u, y, x + 1)
                                     + AT(u, y - 1, x) + AT(u, y + 1, x));
        for (y = 1; y <= ny; y++)
            for (x = 1; x <= nx; x++)
                AT(u, y, x) = 0.2 * (AT(v, y, x) + AT(v, y, x - 1) + AT(v, y, x + 1)
                                     + AT(v, y - 1, x) + AT(v, y + 1, x));
    }
}
