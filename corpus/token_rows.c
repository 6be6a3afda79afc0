/* Rows of a table chosen by numbers in memory: which row it is, only the data can say. */
void token_rows(int batch, int steps, int width, float *out, const float *table,
                const float *place, const int *token)
{
    int b, t, k;
    for (b = 0; b < batch; b++)
        for (t = 0; t < steps; t++) {
            const float *row = table + token[b*steps + t]*width;
            for (k = 0; k < width; k++)
                out[(b*steps + t)*width + k] = row[k] + place[t*width + k];
        }
}
