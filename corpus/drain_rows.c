/* Rows of a picture, in the manner of codecs: what is left is counted down, in the function's own arguments too. */
void drain_rows(int rows, int width, const short *residue, int pitch, short *picture)
{
    int left;
    while (rows--) {
        left = width;
        do {
            *picture++ += *residue++;
        } while (--left);
        residue += pitch - width;
    }
}
