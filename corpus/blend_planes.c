/* One plane of bytes over another, through a third that says how much. */
void blend_planes(int height, int width, int pitch, const unsigned char *over,
                  const unsigned char *under, const unsigned char *share, unsigned char *to)
{
    int x, y;
    for (y = 0; y < height; y++)
        for (x = 0; x < width; x++)
            to[y*pitch + x] = (over[y*pitch + x]*share[y*pitch + x]
                               + under[y*pitch + x]*(255 - share[y*pitch + x]) + 127)/255;
}
