// Pointers into one matrix that take other rows or columns of it.
#include "rewriter/helpers/Helpers.h"

#include "tests/unit/emit/EmitHarness.h"

#include <gtest/gtest.h>

using namespace acc;
using namespace acc::test;

namespace {

/// The helper against all bytes, at every distance in either direction.
TEST(Beside, SaysThatNoByteIsInBoth) {
  std::string text;
  for (const std::string &block : helperBlocks("ACC_BESIDE(", 64, 64))
    text += block;
  const std::string nothing = "void kernel(void) {}\n";
  EXPECT_EQ(compileAndRun(nothing, text + nothing + R"C(
int beside(const int *p, int i, int n, const int *q, int j, int m, int row);
int beside(const int *p, int i, int n, const int *q, int j, int m, int row)
{
    return ACC_BESIDE(p, i, n, q, j, m, row);
}
)C",
                          R"C(
#include <string.h>
int fastRuns;
int beside(const int *p, int i, int n, const int *q, int j, int m, int row);
static char memory[4096];
static int touched[4096];
/* Bytes of rows around the start. */
static int overlap(long p, int n, long q, int m, int row)
{
    int r, k;
    memset(touched, 0, sizeof touched);
    for (r = -20; r <= 20; r++)
        for (k = 0; k < 4 * n; k++)
            if (p + 4L * r * row + k >= 0 && p + 4L * r * row + k < 4096)
                touched[p + 4L * r * row + k] = 1;
    for (r = -20; r <= 20; r++)
        for (k = 0; k < 4 * m; k++)
            if (q + 4L * r * row + k >= 0 && q + 4L * r * row + k < 4096 && touched[q + 4L * r * row + k])
                return 1;
    return 0;
}
int main(void)
{
    int row, n, m, d, wrong = 0;
    for (row = 1; row <= 7; row++)
        for (n = 1; n <= row; n++)
            for (m = 1; m <= row; m++)
                for (d = -70; d <= 70; d++)
                    wrong += beside((const int *)(memory + 2048 - 8), 2, n, (const int *)(memory + 2048 + d + 4), -1, m, row)
                             == overlap(2048, n, 2048 + d, m, row);
    return wrong != 0;
}
)C"),
            "");
}

/// C takes m columns of the rows of a matrix, A p and B m of the same or others.
TEST(Beside, PartsOfOneMatrixAreTakenFast) {
  const std::string kernel = "void kernel(int n, int m, int p, float *C, int ldc, const float *A, "
                             "int lda, const float *B, int ldb)\n"
                             "{\n    int i, j, k;\n"
                             "    for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++)\n       "
                             "     for (k = 0; k < p; k++)\n"
                             "                C[i*ldc + j] += A[i*lda + k] * B[k*ldb + j];\n}\n";
  auto lifted = liftText(kernel);
  ASSERT_TRUE(lifted);
  auto emitted = emitText(*lifted, automatic);
  ASSERT_TRUE(emitted);
  std::string text = rewritten(*lifted, *emitted);
  EXPECT_NE(text.find("ldc == lda"), text.npos) << text;
  EXPECT_EQ(compileAndRun(kernel, text, R"C(
#include <string.h>
typedef void Kernel(int, int, int, float *, int, const float *, int, const float *, int);
Kernel kernel_old, kernel_new;
int fastRuns;
static float old[60 * 60], new[60 * 60];
/* Both versions with the three at these places of one matrix; how often the fast one ran. */
static int runs(int n, int m, int p, int c, int a, int b, int ldc, int lda, int *wrong)
{
    int k, before = fastRuns;
    for (k = 0; k < 3600; k++)
        old[k] = new[k] = (float)((k * 37) % 11 - 5) / 8;
    kernel_old(n, m, p, old + c, ldc, old + a, lda, old + b, ldc);
    kernel_new(n, m, p, new + c, ldc, new + a, lda, new + b, ldc);
    *wrong += memcmp(old, new, sizeof old) != 0;
    return fastRuns - before;
}
int main(void)
{
    int d, wrong = 0;
    /* Rows 20 on, columns 20 on, from the columns before and the rows above, as in a factorization by blocks. */
    if (!runs(20, 20, 16, 20 * 60 + 20, 20 * 60, 20, 60, 60, &wrong))
        return 2;
    /* Columns before and behind those that are written. */
    if (!runs(20, 16, 16, 20, 0, 20 + 16, 60, 60, &wrong) || !runs(20, 16, 16, 60 * 20 + 20, 60 * 20 + 36, 4, 60, 60, &wrong))
        return 3;
    /* Other lengths of rows, and one column in both. */
    if (runs(20, 16, 16, 20, 0, 60 * 30, 60, 59, &wrong) || runs(20, 16, 16, 20, 5, 60 * 30, 60, 60, &wrong))
        return 4;
    for (d = -90; d <= 90; d++)
        runs(12, 16, 16, 60 * 20 + 20, 60 * 20 + 20 + d, 60 * 40, 60, 60, &wrong);
    return wrong != 0;
}
)C"),
            "");
}

} // namespace
