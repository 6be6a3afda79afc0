// Conditions on data: the emitted scan, compiled and run on data that do and do not let them hold.
#include "EmitHarness.h"

#include <gtest/gtest.h>

namespace acc::test {
namespace {

/// Calls kernel(n, m, x, y, A) of both sides with each of some contents of x; the digit at its
/// place in EXPECTED says whether the fast version is to run.
const char *const kDriver = R"(
#include <math.h>
#include <stdio.h>
#include <string.h>
typedef void Kernel(int, int, const double *, const int *, double *);
Kernel kernel_old, kernel_new;
int fastRuns;
enum { kN = 40, kM = 30 };
static double x[kN * kN], one[kN * kM], two[kN * kM];
static int y[kN * kN];
int main(void) {
  static const char expected[] = EXPECTED;
  int variant, at;
  for (variant = 0; expected[variant]; ++variant) {
    int end = kN * kN - 1;
    for (at = 0; at <= end; ++at) {
      x[at] = variant == 1 ? 0.0 : variant == 2 ? -0.0 : variant == 3 ? (double)NAN : 1.0 + at % 7;
      y[at] = 3 + at % 4;
    }
    if (variant == 4)
      x[0] = 0.0;
    if (variant == 5)
      x[kN - 1] = -0.0;
    if (variant == 6)
      x[kN / 2] = (double)NAN;
    if (variant == 7)
      y[kN - 1] = 0;
    for (at = 0; at < kN * kM; ++at)
      one[at] = two[at] = at % 11 - 5.25;
    kernel_old(kN, kM, x, y, one);
    fastRuns = 0;
    kernel_new(kN, kM, x, y, two);
    if (memcmp(one, two, sizeof one) || fastRuns != expected[variant] - '0') {
      printf("contents %d, fast %d\n", variant, fastRuns);
      return 1;
    }
  }
  return 0;
}
)";

/// "" when both sides agree on all contents, and the fast version runs on those that `expected`
/// says.
std::string run(const std::string &nest, const std::string &expected, const MakePlan &plan) {
  std::string text =
      "void kernel(int n, int m, const double *x, const int *y, double *A)\n{\n"
      "    int i, j, k;\n    (void)k, (void)n, (void)m, (void)x, (void)y, (void)A;\n" +
      nest + "\n}\n";
  auto lifted = liftText(text, {"-std=c89"}, 0, DataConditions::Assumed);
  auto emitted = lifted ? emitText(*lifted, plan) : std::nullopt;
  if (!emitted)
    return "not emitted";
  std::string driver = kDriver;
  driver.replace(driver.find("= EXPECTED"), 10, "= \"" + expected + "\"");
  return compileAndRun(text, rewritten(*lifted, *emitted), driver);
}

//                    plain, all 0, all -0, all NaN, first 0, last of a row -0, one NaN, one y 0
TEST(ScanRun, ZerosAreSkipped) {
  const std::string nest =
      "for (i = 0; i < n; i++) if (x[i] != 0.) for (j = 0; j < m; j++) A[i*m + j] += x[i];";
  EXPECT_EQ(run(nest, "10010011", sourceOrder), "");
  EXPECT_EQ(run(nest, "10010011", automatic), "");
}

TEST(ScanRun, AComparisonThatNoNumberMeets) {
  // A NaN fails both `>` and its opposite.
  EXPECT_EQ(
      run("for (i = 0; i < n; i++) if (x[i] > 0.) for (j = 0; j < m; j++) A[i*m + j] += x[i];",
          "10000001", sourceOrder),
      "");
  EXPECT_EQ(run("for (i = 0; i < n; i++) { if (x[i] <= 0.) continue; for (j = 0; j < m; j++) A[i*m "
                "+ j] += x[i]; }",
                "10010011", sourceOrder),
            "");
}

TEST(ScanRun, ValuesThatAreNoTruthValues) {
  // Each is true, and no bit is common to all.
  EXPECT_EQ(run("for (i = 0; i < n; i++) if (y[i]) for (j = 0; j < m; j++) A[i*m + j] += x[i];",
                "11111110", sourceOrder),
            "");
  EXPECT_EQ(run("for (i = 0; i < n; i++) if (x[i]) for (j = 0; j < m; j++) A[i*m + j] += 1.;",
                "10010011", sourceOrder),
            "");
  EXPECT_EQ(run("for (i = 0; i < n; i++) if (x[i] != 0. || y[i]) for (j = 0; j < m; j++) A[i*m + "
                "j] += 1.;",
                "11111111", sourceOrder),
            "");
}

TEST(ScanRun, OnlyWhereTheSourceTests) {
  EXPECT_EQ(
      run("for (i = 1; i < n - 1; i++) if (x[i] != 0.) for (j = 0; j < m; j++) A[i*m + j] += x[i];",
          "10011111", sourceOrder),
      "");
}

/// Read along columns by the source, along rows by the scan.
TEST(ScanRun, AlongMemory) {
  for (const char *columns : {"for (j = 0; j < m; j++)", "for (j = 0; j <= i && j < m; j++)"})
    EXPECT_EQ(run(std::string("for (i = 0; i < n; i++) ") + columns +
                      " if (x[j*n + i] != 0.) for (k = 0; k < m; k++) A[i*m + k] += x[j*n + i];",
                  "10010011", sourceOrder),
              "");
  auto lifted = liftText("void kernel(int n, int m, const double *x, double *A)\n{\n    int i, j, "
                         "k;\n    for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++)\n"
                         "            if (x[j*n + i] != 0.)\n                for (k = 0; k < m; "
                         "k++)\n                    A[i*m + k] += x[j*n + i];\n}\n",
                         {}, 0, DataConditions::Assumed);
  auto emitted = emitText(*lifted, sourceOrder);
  ASSERT_TRUE(emitted);
  EXPECT_LT(emitted->guard.tests.find("for (j"), emitted->guard.tests.find("for (i"))
      << emitted->guard.tests;
}

} // namespace
} // namespace acc::test
