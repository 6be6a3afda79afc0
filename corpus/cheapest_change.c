/* The cheapest way from each start to each goal with one change. */
void cheapest_change(int starts, int changes, int goals, const float *there, int pitch, const float *on, float *cost)
{
    int s, c, g;
    for (s = 0; s < starts; s++)
        for (g = 0; g < goals; g++) {
            float least = 1e30f;
            for (c = 0; c < changes; c++) {
                float sum = there[s*pitch + c] + on[c*goals + g];
                if (sum < least)
                    least = sum;
            }
            cost[s*goals + g] = least;
        }
}
