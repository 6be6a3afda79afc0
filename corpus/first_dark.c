/* Rows are cleared up to the first dark pixel of each. */
void first_dark(int h, int w, int pitch, unsigned char *image, const unsigned char *mask)
{
    int x, y;
    for (y = 0; y < h; y++)
        for (x = 0; x < w; x++) {
            if (image[y*pitch + x] < 8)
                break;
            image[y*pitch + x] = mask[y*w + x];
        }
}
