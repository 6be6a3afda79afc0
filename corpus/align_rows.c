/* Scores of an alignment, row by row: each cell needs the one on its left, and two of the row above. */
void align_rows(int n, int m, int penalty, const int *match, int *score)
{
    int i, j;
    for (i = 1; i < n; i++)
        for (j = 1; j < m; j++) {
            int up = score[(i - 1)*m + j] - penalty;
            int left = score[i*m + j - 1] - penalty;
            int best = score[(i - 1)*m + j - 1] + match[i*m + j];
            if (up > best)
                best = up;
            if (left > best)
                best = left;
            score[i*m + j] = best;
        }
}
