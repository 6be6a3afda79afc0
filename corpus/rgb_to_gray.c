/* Luma of an interleaved RGB image; rows are `pitch` bytes apart. */
void rgb_to_gray(int width, int height, const unsigned char *rgb, int pitch, unsigned char *gray)
{
    int x, y;
    for (x = 0; x < width; x++)
        for (y = 0; y < height; y++)
            gray[y*width + x] = (unsigned char)((77*rgb[y*pitch + 3*x] + 150*rgb[y*pitch + 3*x + 1]
                                                 + 29*rgb[y*pitch + 3*x + 2]) >> 8);
}
