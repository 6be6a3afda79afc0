/* 0 <= a && a < b in one comparison, for b that is not negative. */
static inline int within(int a, int b)
{
    return (unsigned)a < (unsigned)b;
}

/* Patches of a padded, strided, dilated convolution as the rows of a matrix, output pixel by output pixel. */
void im2col_caffe(const float *im, int channels, int height, int width, int ksize, int pad, int stride, int rows, int columns, float *col)
{
    int c, ky, kx, y, x;

    for (c = 0; c < channels; c++)
        for (ky = 0; ky < ksize; ky++)
            for (kx = 0; kx < ksize; kx++)
                for (y = 0; y < rows; y++)
                    for (x = 0; x < columns; x++) {
                        int row = ky - pad + y*stride;
                        int column = kx - pad + x*stride;
                        float pixel = 0;
                        if (within(row, height) && within(column, width))
                            pixel = im[(c*height + row)*width + column];
                        col[(((c*ksize + ky)*ksize + kx)*rows + y)*columns + x] = pixel;
                    }
}
