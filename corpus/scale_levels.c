/* One loop for all depths of a picture; what is no depth is found out in the middle of it. */
int complain(const char *what);

int scale_levels(int depth, int w, int h, const unsigned char *from, int fromBytes, unsigned char *to, int toBytes)
{
    int i, j;

    for (i = 0; i < h; i++)
        for (j = 0; j < w; j++)
            switch (depth) {
            case 2:
                to[i*toBytes + j] = (unsigned char)(85 * (from[i*fromBytes + j] & 3));
                break;
            case 4:
                to[i*toBytes + j] = (unsigned char)(17 * (from[i*fromBytes + j] & 15));
                break;
            case 8:
                to[i*toBytes + j] = from[i*fromBytes + j];
                break;
            default:
                return complain("depth");
            }
    return 0;
}
