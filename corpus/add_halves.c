/* Adds the right half of each line to its left half; lines and their ends are pointers. */
void add_halves(int rows, int half, int pitch, float *image)
{
    float *line;
    for (line = image; line < image + rows*pitch; line += pitch) {
        const float *right = line + half;
        float *left = line, *end = left + half;
        while (left < end)
            *left++ += *right++;
    }
}
