// Local objects as variables: which are, and that sums in them find the orders that sums in
// variables do.
#include "analysis/normalize/normalize.h"
#include "analysis/tree/TreePrinter.h"
#include "tests/support/Source.h"

#include <gtest/gtest.h>

namespace acc::test {
namespace {

std::string kernel(const std::string &body) {
  return "struct c { float re, im; }; struct v { int count; float at[3]; struct c z; }; union u { "
         "float f; int i; };"
         " struct b { int low : 3; float x; }; void keep(float *);"
         " void f(int n, int m, float *A, const float *B, struct c *C) { for (int i = 0; i < n; "
         "i++) { " +
         body + " } }";
}

/// No object is left of which the nest names a part.
bool isSplit(const std::string &body) {
  const SourceNest form = behindPass(nestOf(kernel(body)), DataConditions::Open, "split-objects");
  return printTree(form).find("s_") != std::string::npos;
}

TEST(SplitObjects, NumbersOfTheirOwn) {
  const std::string loop = " for (int j = 0; j < m; j++) ";
  for (const std::string &body :
       {"float s[2]; s[0] = s[1] = 0;" + loop + "{ s[0] += B[j]; s[1] += B[j]; } A[i] = s[0]*s[1];",
        "struct c s; s.re = s.im = 0;" + loop + "{ s.re += B[j]; s.im -= B[j]; } A[i] = s.re*s.im;",
        "struct v s; s.count = 0; s.z.im = 1;" + loop +
            "{ s.count++; s.z.im *= 2; } A[i] = s.count + s.z.im;"})
    EXPECT_TRUE(isSplit(body)) << body;
}

TEST(SplitObjects, ObjectsThatAreUsedOtherwise) {
  for (const char *body :
       {// an element that is not told
        "float s[4]; s[0] = s[1] = 0; for (int j = 0; j < m; j++) s[j & 1] += B[j]; A[i] = s[0] + "
        "s[1];",
        "float s[2]; s[0] = 0; s[1] = 1; float *p = s; p[1] = B[i]; A[i] = s[0] + s[1];",
        "float s[2]; s[0] = 0; s[1] = 1; *(&s[0] + 1) = B[i]; A[i] = s[0] + s[1];",
        "float s[2]; s[0] = 0; s[1] = 1; keep(s); A[i] = s[0] + s[1];",
        // not within it
        "float s[2]; s[0] = s[1] = 0; s[2] = 1; A[i] = s[0];",
        "struct v s; s.count = 0; s.at[i & 1] = 1; A[i] = s.count + s.at[0];",
        // as a whole
        "struct c s; s.re = s.im = B[i]; C[i] = s;", "struct c s; s = C[i]; A[i] = s.re;",
        "struct c s; s.re = s.im = 0; keep(&s.re); A[i] = s.im;",
        "struct c s; s.re = s.im = 0; *(int *)&s.re = 1; A[i] = s.re;",
        // parts that share their bytes
        "union u s; s.f = B[i]; A[i] = s.i;", "struct b s; s.x = 1; s.low = 9; A[i] = s.low + s.x;",
        // with a value
        "float s[2] = {1, 2}; s[0] = B[i]; A[i] = s[0] + s[1];",
        "static float s[2]; s[0] += B[i]; A[i] = s[0];"})
    EXPECT_FALSE(isSplit(body)) << body;
}

TEST(SplitObjects, SumsAreThoseOfVariables) {
  auto sums = [](const std::string &declared, const std::string &sum) {
    return liftedOf("struct c { float re, im; }; void f(int n, int m, float *A, const float *B) { "
                    "for (int i = 0; i < n; i++) { " +
                    declared + " " + sum + " = 0; for (int j = 0; j < m; j++) " + sum +
                    " += B[i*m + j]; A[i] = " + sum + "; } }");
  };
  const Scop variable = sums("float s;", "s");
  for (const auto &[declared, sum] :
       {std::pair{"float s[3];", "s[2]"}, std::pair{"struct c s;", "s.im"}}) {
    const Scop scop = sums(declared, sum);
    ASSERT_EQ(scop.arrays.size(), variable.arrays.size()) << declared;
    for (size_t k = 0; k < scop.arrays.size(); ++k) {
      EXPECT_EQ(scop.arrays[k].isScalar, variable.arrays[k].isScalar);
      EXPECT_EQ(scop.arrays[k].isPrivate, variable.arrays[k].isPrivate);
    }
  }
}

} // namespace
} // namespace acc::test
