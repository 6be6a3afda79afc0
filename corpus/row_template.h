/* Included once for each element type. */
void ROW_NAME(int rows, int cols, int pitch, ROW_TYPE *out, const ROW_TYPE *in, ROW_TYPE factor) {
  int i, j;
  for (i = 0; i < rows; i++)
    for (j = 0; j < cols; j++)
      out[i * pitch + j] = factor * in[j * rows + i];
}
