// Bounds and conditions of the fast version that no number in the guard's reach makes overflow.
#include "tests/unit/validate/ProofFixture.h"

namespace acc::test {
namespace {

/// `i + 1 < m`, turned into another comparison in which m stands beside n.
RewriteCase backwards() {
  RewriteCase c;
  c.before = "void f(long n, long m, float *A)\n{\n    long i;\n    ";
  c.nest = "for (i = n - 1; i >= 1; i -= 8) {\n"
           "        A[i] += 1;\n"
           "        if (i + 1 < m)\n"
           "            A[i] *= 2;\n"
           "    }";
  c.sizes = {{"A", {}}};
  c.guard = "n >= 2 && (double)m < 1e17 && (double)m > -1e17";
  c.fast = "{\n"
           "        float *__restrict A_1 = A;\n"
           "        long i_0;\n"
           "        const long quotient = (n - 2) / 8;\n"
           "        for (i_0 = 0; i_0 < quotient + 1; i_0++) {\n"
           "            ACC_INSTANCE(0, n - 8*i_0 - 1) A_1[n - 8 * i_0 - 1] += 1;\n"
           "            if (n + 8 - m <= 8 * i_0 + 7)\n"
           "                ACC_INSTANCE(1, n - 8*i_0 - 1) A_1[n - 8 * i_0 - 1] *= 2;\n"
           "        }\n"
           "    }";
  return c;
}

} // namespace

TEST(WideArithmetic, ElementsBoundTheSizeAndTheGuardTheRest) { expectProved(backwards()); }

TEST(WideArithmetic, WhatMayOverflowIsNotProved) {
  // For m = LONG_MIN the source's test fails, and the difference wraps to one that holds.
  expectRefused(backwards().withGuard(" && (double)m > -1e17", ""), "may overflow");
  expectRefused(backwards()
                    .withGuard("(double)m < 1e17 && ", "")
                    .withFast("n + 8 - m <= 8 * i_0 + 7", "8 * i_0 + 7 + m >= n + 8"),
                "may overflow");
}

TEST(WideArithmetic, SizesOfWhatIsNotTouchedForSureAreUnknown) {
  RewriteCase c = backwards();
  c.nest = "for (i = n - 1; i >= 1; i -= 8) {\n"
           "        if (i + 1 < m)\n"
           "            A[i] *= 2;\n"
           "    }";
  c = c.withFast("            ACC_INSTANCE(0, n - 8*i_0 - 1) A_1[n - 8 * i_0 - 1] += 1;\n", "")
          .withFast("ACC_INSTANCE(1,", "ACC_INSTANCE(0,");
  expectRefused(c, "may overflow");
  expectProved(c.withGuard("n >= 2", "n >= 2 && (double)n < 1e17"));
}

/// What bounds the index bounds the size by its part.
TEST(WideArithmetic, ElementsBoundAMultipleOfTheSize) {
  RewriteCase c;
  c.before = "void f(int n, int m, float *A)\n{\n    int i;\n    ";
  c.nest = "for (i = 0; i < n * m * 100; i++)\n        A[i] = 1;";
  c.sizes = {{"A", {}}};
  c.guard = "(long)n * m > 0";
  c.fast = "{\n        const long n_1 = n, m_1 = m;\n        long i_0;\n"
           "        for (i_0 = 0; i_0 < 100 * m_1 * n_1; i_0++)\n"
           "            ACC_INSTANCE(0, i_0) A[i_0] = 1;\n    }";
  expectProved(c);
  // 100 elements have one byte each, or every hundredth is touched, or none for sure.
  RewriteCase bytes = c;
  bytes.before = "void f(int n, int m, char *A)\n{\n    int i;\n    ";
  expectRefused(bytes, "may overflow");
  RewriteCase some = c.withFast("A[i_0]", "if (A[i_0] > 2) A[0]");
  some.nest = "for (i = 0; i < n * m * 100; i++)\n        if (A[i] > 2)\n            A[0] = 1;";
  EXPECT_NE(prove(some).verdict, "");
}

TEST(WideArithmetic, ACounterMayPassItsEnd) {
  RewriteCase c;
  c.before = "void f(long n, float *A, float *B)\n{\n    long i;\n    ";
  c.nest = "for (i = 0; i < n; i++)\n        A[0] += 1;";
  c.sizes = {{"A", {}}};
  c.guard = "n > 0 && (double)n < 1e17";
  c.fast = "{\n"
           "        float *__restrict A_1 = A;\n"
           "        long i_0, i_1;\n"
           "        for (i_0 = 0; i_0 < n; i_0 += 8)\n"
           "            for (i_1 = i_0; i_1 < (n < i_0 + 8 ? n : i_0 + 8); i_1++)\n"
           "                ACC_INSTANCE(0, i_1) A_1[0] += 1;\n"
           "    }";
  expectProved(c);
  RewriteCase open = c.withGuard(" && (double)n < 1e17", "");
  expectRefused(open, "may overflow");
  // What the counter was before its loop is nothing to the loop, nor what a value was before it is
  // set.
  expectRefused(open.withFast("long i_0, i_1;", "long i_0 = 0, i_1;"),
                "the loop variable may be changed in the loop or is used outside it");
  expectRefused(open.withFast("long i_0, i_1;", "long i_0, i_1; i_0 = 0;")
                    .withFast("i_0 = 0; i_0 < n", "i_0 = i_0; i_0 < n"),
                "arithmetic of the rewritten code may overflow: i_0 + 8");
}

} // namespace acc::test
