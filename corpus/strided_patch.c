/* Depthwise convolution of a channels-last image: any stride, the border read as zero. */
void strided_patch(const float *in, const float *filter, float *out, int height, int width, int channels,
                   int ksize, int pad, int stride, int out_height, int out_width)
{
    for (int oy = 0; oy < out_height; oy++)
        for (int ox = 0; ox < out_width; ox++)
            for (int c = 0; c < channels; c++) {
                float sum = 0.0f;
                for (int ky = 0; ky < ksize; ky++)
                    for (int kx = 0; kx < ksize; kx++) {
                        int y = oy*stride - pad + ky;
                        int x = ox*stride - pad + kx;
                        if (y >= 0 && y < height && x >= 0 && x < width)
                            sum += in[(y*width + x)*channels + c] * filter[(ky*ksize + kx)*channels + c];
                    }
                out[(oy*out_width + ox)*channels + c] = sum;
            }
}
