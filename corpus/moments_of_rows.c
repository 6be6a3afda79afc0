/* How each set of weights spreads over the columns of a table: sum and sum of squares, kept together until both are done. */
struct moments {
    double sum;
    double squares;
};

void moments_of_rows(int sets, int columns, int depth, const double *weights, const double *table, double *mean, double *spread)
{
    int s, c, d;

    for (s = 0; s < sets; s++)
        for (c = 0; c < columns; c++) {
            struct moments of;
            of.sum = 0.0;
            of.squares = 0.0;
            for (d = 0; d < depth; d++) {
                double x = weights[s*depth + d] * table[d*columns + c];
                of.sum += x;
                of.squares += x*x;
            }
            mean[s*columns + c] = of.sum;
            spread[s*columns + c] = of.squares;
        }
}
