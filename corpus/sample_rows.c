/* Every n-th row and column, the last ones included. */
void sample_rows(int top, int bottom, int left, int right, int every, int pitch, int *data)
{
    int x, y;
    for (y = top; y <= bottom; y += every)
        for (x = left; x <= right; x += every)
            data[y*pitch + x] = 0;
}
