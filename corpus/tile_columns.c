/* Arrays of arrays as parameters, one read as a flat picture: nothing says that they are apart. */
void tile_columns(int height, const float *picture, float tile[][64])
{
    int x, y;
    for (x = 0; x < 64; x++)
        for (y = 0; y < height; y++)
            tile[y][x] = 0.5f * picture[y*64 + x];
}
