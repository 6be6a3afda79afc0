/* Adds the part of a tile that lies inside the picture; the loops leave where either ends. */
void clip_rows(int rows, int cols, int pitch, float *cell, int height, int width, int tilePitch,
               const float *tile)
{
    int x, y;
    for (y = 0; y < height; y++) {
        if (y >= rows)
            break;
        for (x = 0; x < width; x++) {
            if (x >= cols)
                break;
            cell[y*pitch + x] += tile[x*tilePitch + y];
        }
    }
}
