/* Planes to pixels, or back: a flag says which. */
void turn_layout(float *to, const float *from, int planes, int pixels, int images, int to_pixels)
{
    int b, p, i;
    for (b = 0; b < images; ++b) {
        for (p = 0; p < planes; ++p) {
            for (i = 0; i < pixels; ++i) {
                int planar = (b*planes + p)*pixels + i;
                int packed = (b*pixels + i)*planes + p;
                if (to_pixels) to[packed] = from[planar];
                else to[planar] = from[packed];
            }
        }
    }
}
