/* Functions whose own fast version is hard to prove: two counters, and variables that are set below
   conditions. */
void form1(int n, float *y, const float *x) {
  int i, j;
  for (i = 1, j = 1; i < n - 1; i += 2, j++)
    y[j] = x[i];
}
float form2(int n, int m, const float *a) {
  float most = a[0];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (a[i * m + j] > most)
        most = a[i * m + j];
  return most;
}
int form3(int n, const float *a) {
  int up = 0, down = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > 0)
      up++;
    else if (a[i] < 0)
      down++;
  return up - down;
}
/* Without a value unless some element is positive. */
int form4(int n, int m, const int *a, int *any) {
  int last;
  *any = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (a[j * n + i] > 0)
        last = j;
  for (int i = 0; i < n * m; i++)
    if (a[i] > 0)
      *any = 1;
  return *any ? last : -1;
}
