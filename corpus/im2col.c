/* Lays the ksize x ksize patches of a planar image out as the columns of a matrix; zero outside. */
void im2col(const float *im, int channels, int height, int width, int ksize, int pad, float *col)
{
    int c, kh, kw, h, w;
    int height_col = height + 2*pad - ksize + 1;
    int width_col = width + 2*pad - ksize + 1;

    for (h = 0; h < height_col; ++h)
        for (w = 0; w < width_col; ++w)
            for (c = 0; c < channels; ++c)
                for (kh = 0; kh < ksize; ++kh)
                    for (kw = 0; kw < ksize; ++kw) {
                        int row = h + kh - pad;
                        int column = w + kw - pad;
                        int index = (((c*ksize + kh)*ksize + kw)*height_col + h)*width_col + w;
                        if (row < 0 || column < 0 || row >= height || column >= width)
                            col[index] = 0;
                        else
                            col[index] = im[(c*height + row)*width + column];
                    }
}
