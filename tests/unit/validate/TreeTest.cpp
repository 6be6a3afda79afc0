// Values and conditions that are compared as trees, with loop variables inside them.
#include "tests/unit/validate/ProofFixture.h"

using namespace acc;
using namespace acc::test;

namespace {

/// Whether the row is inside is computed in the source's own arithmetic, which overflows
/// where the source's does.
RewriteCase padded() {
  RewriteCase c;
  c.before = "void f(int n, int m, int s, int p, float *y) {\n  int i, j;\n";
  c.nest = "for (i = 0; i < n; i++)\n    for (j = 0; j < m; j++)\n"
           "      if (i*s - p >= 0)\n        y[i*m + j] += 1;";
  c.sizes = {{"y", {"m"}}};
  c.guard = "n > 0 && m > 0";
  c.fast = "{\n  const long m_1 = m;\n  long i_0, j_0;\n  for (j_0 = 0; j_0 < m_1; j_0++)\n"
           "    for (i_0 = 0; i_0 < n; i_0++)\n      ACC_INSTANCE(0, i_0, j_0) if ((int)i_0*s - p "
           ">= 0)\n"
           "        y[i_0*m_1 + j_0] += 1;\n}";
  return c;
}

TEST(Trees, ConditionInTheSourcesArithmetic) {
  EXPECT_EQ(prove(padded()).verdict, "");
  EXPECT_NE(prove(padded().withFast("(int)i_0*s - p", "(int)j_0*s - p")).verdict, "");
  EXPECT_NE(prove(padded().withFast("(int)i_0*s - p", "i_0*s - p")).verdict, "");
  EXPECT_NE(prove(padded().withFast("i_0 < n;", "i_0 * s * n < n * s * n;")).verdict, "");
}

RewriteCase ramp() {
  RewriteCase c;
  c.before = "void f(int n, int m, int w, float *y) {\n  int i, j;\n";
  c.nest = "for (i = 0; i < n; i++)\n    for (j = 0; j < m; j++)\n      y[i*w + j] = (float)i;";
  c.sizes = {{"y", {"w"}}};
  c.guard = "n > 0 && m > 0 && m <= w";
  c.fast = "{\n  const long w_1 = w;\n  long i_0, j_0;\n  for (j_0 = 0; j_0 < m; j_0++)\n"
           "    for (i_0 = 0; i_0 < n; i_0++)\n      ACC_INSTANCE(0, i_0, j_0) y[i_0*w_1 + j_0] = "
           "(float)(int)i_0;\n}";
  return c;
}

TEST(Trees, LoopVariablesKeepTheirValue) {
  EXPECT_EQ(prove(ramp()).verdict, "");
  EXPECT_EQ(prove(ramp().withFast("(int)i_0", "(int)(i_0 + w - w)")).verdict, "");
  EXPECT_NE(prove(ramp().withFast("(int)i_0", "((int)i_0 + w - w)")).verdict, "");
  EXPECT_NE(prove(ramp().withFast("(int)i_0", "(int)(short)i_0")).verdict, "");
}

} // namespace
