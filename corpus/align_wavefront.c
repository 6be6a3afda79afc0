/* Scores of an alignment, one anti-diagonal after the other: the cells of one do not need each other. */
void align_wavefront(int n, int m, int penalty, const int *match, int *score)
{
    int s, i;
    for (s = 2; s < n + m - 1; s++)
        for (i = 1; i < n; i++)
            if (s - i >= 1 && s - i < m) {
                int up = score[(i - 1)*m + s - i] - penalty;
                int left = score[i*m + s - i - 1] - penalty;
                int best = up > left ? up : left;
                int both = score[(i - 1)*m + s - i - 1] + match[i*m + s - i];
                score[i*m + s - i] = both > best ? both : best;
            }
}
