/* im2col without padding: every patch lies inside the image. */
void im2col_valid(const float *im, int channels, int height, int width, int ksize, float *col)
{
    int c, kh, kw, h, w;
    int rows = height - ksize + 1;
    int columns = width - ksize + 1;

    for (h = 0; h < rows; ++h)
        for (w = 0; w < columns; ++w)
            for (c = 0; c < channels; ++c)
                for (kh = 0; kh < ksize; ++kh)
                    for (kw = 0; kw < ksize; ++kw)
                        col[(((c*ksize + kh)*ksize + kw)*rows + h)*columns + w] =
                            im[(c*height + h + kh)*width + w + kw];
}
