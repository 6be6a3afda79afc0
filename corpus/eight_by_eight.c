/* Blocks of eight by eight numbers times a matrix, rounded back to 16 bits. */
void eight_by_eight(int blocks, const short *in, short *out, const short *matrix)
{
    int b, u, v, k;
    for (b = 0; b < blocks; b++)
        for (u = 0; u < 8; u++)
            for (v = 0; v < 8; v++) {
                int sum = 0;
                for (k = 0; k < 8; k++)
                    sum += in[b*64 + u*8 + k]*matrix[k*8 + v];
                out[b*64 + u*8 + v] = (sum + 512) >> 10;
            }
}
