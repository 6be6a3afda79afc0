/* Weighted sums of the columns of a table that has an even number of rows: two rows in one statement, none left over. */
void pairs_of_weights(long rows, long columns, long sets, const float *weight, const float *table, float *total)
{
    long s, c, r;

    for (s = 0; s < sets; s++)
        for (c = 0; c < columns; c++) {
            float t = 0.0f;
            for (r = 0; r < rows; r += 2)
                t = t + weight[s*rows + r] * table[r*columns + c] + weight[s*rows + r + 1] * table[(r + 1)*columns + c];
            total[s*columns + c] = t;
        }
}
