/* Seven-point blur of a box; at the walls a cell is its own neighbour. */
void edge_blur3d(const float *in, float *out, int nx, int ny, int nz, float centre, float side)
{
    int at, west, east, north, south, below, above;
    int x, y, z;

    for (z = 0; z < nz; z++)
        for (y = 0; y < ny; y++)
            for (x = 0; x < nx; x++) {
                at = (z*ny + y)*nx + x;
                west = x == 0 ? at : at - 1;
                east = x == nx - 1 ? at : at + 1;
                north = y == 0 ? at : at - nx;
                south = y == ny - 1 ? at : at + nx;
                below = z == 0 ? at : at - nx*ny;
                above = z == nz - 1 ? at : at + nx*ny;
                out[at] = centre*in[at]
                        + side*(in[west] + in[east] + in[north] + in[south] + in[below] + in[above]);
            }
}
