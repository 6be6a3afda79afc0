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

/// i % 2 of an unsigned counter for which there are two.
TEST(Trees, UnsignedSumsAreTheCounterWhereItsTypeHoldsIt) {
  RewriteCase c;
  c.before = "void f(unsigned n, const unsigned char *restrict p, float *restrict a)\n{\n"
             "    unsigned i;\n    ";
  c.nest = "for (i = 0; i < n; i++)\n        a[i] = p[i] * (i % 2);";
  c.sizes = {{"a", {}}, {"p", {}}};
  c.guard = "n > 0";
  c.fast = "{\n    long j, k;\n    const long n_1 = n, quotient = (n_1 + 1) / 2;\n"
           "    for (j = 0; j < quotient; j++)\n        for (k = 0; k < 2; k++) {\n"
           "            if (j * 2 + k < n_1) ACC_INSTANCE(0, j * 2 + k)\n"
           "            a[j * 2 + k] = p[j * 2 + k] * (((unsigned)j * 2 + (unsigned)k) % 2);\n"
           "        }\n}";
  expectProved(c);
  const char *const other = "an operation does not match any operation of the source";
  for (const char *sum :
       {"(unsigned)j * 2 + (unsigned char)k", "(unsigned)j * 2 + (unsigned)(_Bool)k",
        "(unsigned)(short)j * 2 + (unsigned)k", "((unsigned)j * 2 >> 1) * 2 + (unsigned)k"})
    expectRefused(c.withFast("(unsigned)j * 2 + (unsigned)k", sum), other);
  expectRefused(c.withFast("(unsigned)j * 2 + (unsigned)k", "(unsigned)j * 2 - (unsigned)k"),
                "an access has a different address");
  expectRefused(c.withFast("% 2", "% 3"), other);
  expectRefused(c.withFast("% 2", "% 2L"), other);
}

TEST(Trees, LoopVariablesKeepTheirValue) {
  EXPECT_EQ(prove(ramp()).verdict, "");
  EXPECT_EQ(prove(ramp().withFast("(int)i_0", "(int)(i_0 + w - w)")).verdict, "");
  EXPECT_NE(prove(ramp().withFast("(int)i_0", "((int)i_0 + w - w)")).verdict, "");
  EXPECT_NE(prove(ramp().withFast("(int)i_0", "(int)(short)i_0")).verdict, "");
}

/// Of the variables that a statement has set it reads the values itself. The rewrite has others in
/// each branch.
RewriteCase branches() {
  RewriteCase c;
  c.before = "void f(int n, const int *restrict a, int *restrict b, int d) {\n  int i, v, w;\n";
  c.nest = "for (i = 0; i < n; i++)\n    if (a[i] > 5) {\n      v = a[i] * d;\n"
           "      w = a[i] - d;\n      b[i] = v - w;\n    } else {\n      v = a[i] + d;\n"
           "      v += 2;\n      b[i] = v * v;\n    }";
  c.guard = "n > 0";
  c.fast = "{\n  long k;\n  for (k = 0; k < n; k++)\n    ACC_INSTANCE(0, k) if (a[k] > 5) {\n"
           "      int x, y;\n      x = a[k] * d;\n      y = a[k] - d;\n      b[k] = x - y;\n"
           "    } else {\n      int y;\n      y = a[k] + d;\n      y += 2;\n"
           "      b[k] = y * y;\n    }\n}";
  return c;
}

TEST(Trees, VariablesOfBranches) {
  expectProved(branches());
  const std::string other = "an operation does not match any operation of the source";
  expectRefused(branches().withFast("x - y", "y - x"), other);
  expectRefused(branches().withFast("x - y", "x - x"), other);
  expectRefused(branches().withFast("y = a[k] - d", "x = a[k] - d"), other);
  expectRefused(branches().withFast("y * y", "y * d"), other);
  expectRefused(branches().withFast("y += 2", "y += 3"), other);
}

RewriteCase setTwice() {
  RewriteCase c;
  c.before = "void f(int n, int *a, int d) {\n  int i, v;\n";
  c.nest = "for (i = 0; i < n; i++) {\n    if (a[i] > 5) {\n      v = a[i] * d;\n"
           "      v = v * v;\n      v += 2;\n    } else\n      v = 0;\n    a[i] = v;\n  }";
  c.guard = "n > 0";
  c.fast = "{\n  long k;\n  for (k = 0; k < n; k++) {\n    int x, y;\n"
           "    ACC_INSTANCE(0, k) if (a[k] > 5) {\n"
           "      x = a[k] * d;\n      x = x * x;\n      x += 2;\n    } else\n      x = 0;\n"
           "    ACC_INSTANCE(1, k) a[k] = x;\n  }\n}";
  return c;
}

TEST(Trees, VariablesThatAreSetAgain) {
  expectProved(setTwice());
  for (const auto &[from, to] : std::map<std::string, std::string>{{"x = x * x", "x = x * d"},
                                                                   {"x += 2", "y += 2"},
                                                                   {"x = x * x", "y = x * x"},
                                                                   {"x = x * x;\n", ""},
                                                                   {"x = 0", "y = 0"}})
    EXPECT_NE(prove(setTwice().withFast(from, to)).verdict, "") << from;
}

} // namespace
