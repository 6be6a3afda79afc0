// Loops whose last step reaches beyond their end.
#include "tests/unit/emit/EmitHarness.h"

#include <gtest/gtest.h>

using namespace acc;
using namespace acc::test;

namespace {

/// The rows that are written end where the last whole step does: what lies right behind them is
/// read.
TEST(WholeSteps, TheRangesThatAreComparedEndWithTheLastStep) {
  const std::string kernel =
      "void kernel(int s, int t, int n, int m, float *out, const float *in, const float *w)\n"
      "{\n    int b, o, k, r;\n"
      "    for (b = 0; b < s*t; b += 8)\n        for (o = 0; o < n; o++)\n            for (k = 0; "
      "k < m; k++)\n"
      "                for (r = 0; r < 8; r++)\n"
      "                    out[(b + r)*n + o] += in[(b + r)*m + k] * w[o*m + k];\n}\n";
  auto lifted = liftText(kernel);
  ASSERT_TRUE(lifted);
  auto emitted = emitText(*lifted, automatic);
  ASSERT_TRUE(emitted);
  std::string text = rewritten(*lifted, *emitted);
  EXPECT_EQ(compileAndRun(kernel, text, R"C(
#include <string.h>
typedef void Kernel(int, int, int, int, float *, const float *, const float *);
Kernel kernel_old, kernel_new;
int fastRuns;
static float old[8000], new[8000];
static int runs(int s, int t, int n, int m, int out, int in, int *wrong)
{
    int k, before = fastRuns;
    for (k = 0; k < 8000; k++)
        old[k] = new[k] = (float)((k * 37) % 11 - 5) / 8;
    kernel_old(s, t, n, m, old + out, old + in, old + 6000);
    kernel_new(s, t, n, m, new + out, new + in, new + 6000);
    *wrong += memcmp(old, new, sizeof old) != 0;
    return fastRuns - before;
}
int main(void)
{
    int d, wrong = 0;
    /* 32 rows, and 20 that are written as 24, each right before and right behind what is read. */
    if (!runs(4, 8, 20, 40, 0, 32 * 20, &wrong) || !runs(4, 8, 20, 40, 32 * 40, 0, &wrong))
        return 2;
    if (!runs(4, 5, 20, 40, 0, 24 * 20, &wrong) || !runs(4, 5, 20, 40, 24 * 40, 0, &wrong))
        return 3;
    /* One element less. */
    if (runs(4, 5, 20, 40, 0, 24 * 20 - 1, &wrong) || runs(4, 8, 20, 40, 32 * 40 - 1, 0, &wrong))
        return 4;
    for (d = -30; d <= 30; d++)
        runs(3, 5, 20, 40, 1000, 1000 + 16 * d, &wrong);
    return wrong;
}
)C"),
            "");
}

} // namespace
