/* One step of the heat equation; the planes' pitches come from the caller, x is the outer loop. */
void stencil3d(long nx, long ny, long nz, long pitch, long plane_rows, float c0, float c1,
               const float *in, float *out)
{
    long x, y, z;
    for (x = 1; x < nx - 1; x++)
        for (y = 1; y < ny - 1; y++)
            for (z = 1; z < nz - 1; z++)
                out[(z*plane_rows + y)*pitch + x] =
                    c0 * in[(z*plane_rows + y)*pitch + x]
                    + c1 * (in[(z*plane_rows + y)*pitch + x - 1] + in[(z*plane_rows + y)*pitch + x + 1]
                            + in[(z*plane_rows + y - 1)*pitch + x] + in[(z*plane_rows + y + 1)*pitch + x]
                            + in[((z - 1)*plane_rows + y)*pitch + x]
                            + in[((z + 1)*plane_rows + y)*pitch + x]);
}
