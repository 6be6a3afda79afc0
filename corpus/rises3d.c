/* What the next cells in three directions are higher than each cell; at the far walls a cell is its own neighbour. */
void rises3d(const float *in, float *out, int nx, int ny, int nz)
{
    int at, east, south, above;
    int x, y, z;

    for (z = 0; z < nz; z++)
        for (y = 0; y < ny; y++)
            for (x = 0; x < nx; x++) {
                at = (z*ny + y)*nx + x;
                east = x == nx - 1 ? at : at + 1;
                south = y == ny - 1 ? at : at + nx;
                above = z == nz - 1 ? at : at + nx*ny;
                out[at] = in[east] + in[south] + in[above] - 3*in[at];
            }
}
