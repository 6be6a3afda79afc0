// A guard reads a location only where the source certainly comes to it, which depends on the wraps of
// the bounds and conditions around that place.
#include "tests/unit/validate/ProofFixture.h"

namespace acc::test {
namespace {

void expectProved(const RewriteCase &c) { EXPECT_EQ(prove(c).verdict, ""); }

void expectEarly(const RewriteCase &c, const std::string &location) {
  std::string verdict = prove(c).verdict;
  EXPECT_NE(verdict.find("the guard reads " + location + " where the source may not"),
            std::string::npos)
      << verdict;
}

/// Unsigned n in an int counter: above 2^31 the source runs no round of the loop.
TEST(GuardReads, WrapsOfLoopsAround) {
  RewriteCase c;
  c.before = "void f(unsigned n, const int *m, int ld, int *A)\n{\n    int k, t;\n    ";
  c.nest = "for (k = (int)(n - 1); k >= 0; k--)\n"
           "        for (t = 0; t < *m; t++)\n            A[k*ld + t] = 1;";
  c.sizes = {{"A", {"ld"}}};
  c.guard = "(long)n > 0 && (long)n <= 2147483648L && m[0] > 0 && m[0] <= ld\n"
            "        && ((unsigned long)(A + (long)ld * n + m[0] - ld) <= (unsigned long)&m[0]\n"
            "            || (unsigned long)&m[0] + sizeof(m[0]) <= (unsigned long)A)";
  c.fast = "{\n        int *__restrict A_1 = A;\n        const long n_1 = n, m0 = m[0], ld_1 = ld;\n"
           "        long k_0, t_0;\n        for (k_0 = 0; k_0 < n_1; k_0++)\n"
           "            for (t_0 = 0; t_0 < m0; t_0++)\n"
           "                A_1[k_0 * ld_1 + t_0] = 1;\n    }";
  expectProved(c);
  expectEarly(c.withGuard("(long)n > 0 && (long)n <= 2147483648L && m[0] > 0",
                          "(long)n > 0 && m[0] > 0 && (long)n <= 2147483648L"),
              "m[0]");
}

/// What an inner loop's bounds demand is no matter of what is read around it.
TEST(GuardReads, WrapsOfInnerLoops) {
  RewriteCase c;
  c.before = "void f(int n, const int *m, unsigned p, int ld, int *A)\n{\n    int k, t, s;\n    ";
  c.nest = "for (k = 0; k < n; k++)\n        for (t = 0; t < *m; t++)\n"
           "            for (s = 0; s < (int)(p - 1); s++)\n                A[k*ld + s] += 1;";
  c.sizes = {{"A", {"ld"}}};
  c.guard = "n > 0 && m[0] > 0 && (long)p >= 2 && (long)p <= (long)ld + 1\n"
            "        && (long)p <= 2147483648L\n"
            "        && ((unsigned long)(A + (long)ld * n + p - ld - 1) <= (unsigned long)&m[0]\n"
            "            || (unsigned long)&m[0] + sizeof(m[0]) <= (unsigned long)A)";
  c.fast = "{\n        int *__restrict A_1 = A;\n"
           "        const long n_1 = n, m0 = m[0], p_1 = p, ld_1 = ld;\n"
           "        long k_0, t_0, s_0;\n        for (k_0 = 0; k_0 < n_1; k_0++)\n"
           "            for (t_0 = 0; t_0 < m0; t_0++)\n"
           "                for (s_0 = 0; s_0 < p_1 - 1; s_0++)\n"
           "                    A_1[k_0 * ld_1 + s_0] += 1;\n    }";
  expectProved(c);
}

/// A condition around the read wraps like a bound.
TEST(GuardReads, WrapsOfConditionsAround) {
  RewriteCase c;
  c.before = "void f(unsigned n, int w, const int *m, int ld, int *A)\n{\n    int k, t;\n    ";
  c.nest = "for (k = 0; k < w; k++)\n        if ((int)(n - 1) >= 0)\n"
           "            for (t = 0; t < *m; t++)\n                A[k*ld + t] = 1;";
  c.sizes = {{"A", {"ld"}}};
  c.guard = "(long)n > 0 && (long)n <= 2147483648L && w > 0 && m[0] > 0 && m[0] <= ld\n"
            "        && ((unsigned long)(A + (long)ld * w + m[0] - ld) <= (unsigned long)&m[0]\n"
            "            || (unsigned long)&m[0] + sizeof(m[0]) <= (unsigned long)A)";
  c.fast = "{\n        int *__restrict A_1 = A;\n        const long w_1 = w, m0 = m[0], ld_1 = ld;\n"
           "        long k_0, t_0;\n        for (k_0 = 0; k_0 < w_1; k_0++)\n"
           "            for (t_0 = 0; t_0 < m0; t_0++)\n"
           "                A_1[k_0 * ld_1 + t_0] = 1;\n    }";
  expectProved(c);
  expectEarly(c.withGuard("(long)n > 0 && (long)n <= 2147483648L && w > 0 && m[0] > 0",
                          "(long)n > 0 && w > 0 && m[0] > 0 && (long)n <= 2147483648L"),
              "m[0]");
}

/// The bound itself is computed whether it wraps or not.
TEST(GuardReads, TheLoopsOwnBound) {
  RewriteCase c;
  c.before = "void f(int w, const unsigned *n, int ld, int *A)\n{\n    int k, t;\n    ";
  c.nest = "for (k = 0; k < w; k++)\n        for (t = (int)(*n - 1); t >= 0; t--)\n"
           "            A[k*ld + t] = 1;";
  c.sizes = {{"A", {"ld"}}};
  c.guard = "w > 0 && (long)n[0] > 0 && (long)n[0] <= (long)ld && (long)n[0] <= 2147483648L\n"
            "        && ((unsigned long)(A + (long)ld * w + n[0] - ld) <= (unsigned long)&n[0]\n"
            "            || (unsigned long)&n[0] + sizeof(n[0]) <= (unsigned long)A)";
  c.fast = "{\n        int *__restrict A_1 = A;\n        const long w_1 = w, n0 = n[0], ld_1 = ld;\n"
           "        long k_0, t_0;\n        for (k_0 = 0; k_0 < w_1; k_0++)\n"
           "            for (t_0 = 0; t_0 < n0; t_0++)\n"
           "                A_1[k_0 * ld_1 + t_0] = 1;\n    }";
  expectProved(c);
  expectEarly(c.withGuard("w > 0 && (long)n[0] > 0", "(long)n[0] > 0 && w > 0"), "n[0]");
}

} // namespace
} // namespace acc::test
