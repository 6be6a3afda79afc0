// A guard reads a location only where the source certainly comes to it: where the bounds and
// conditions around that place do not wrap, and no store of the nest may have changed them.
#include "tests/unit/validate/ProofFixture.h"

namespace acc::test {
namespace {

/// The first elements of A, up to but for `end`, share no byte with the location.
std::string apart(const std::string &end, const std::string &location) {
  return "\n        && ((unsigned long)(A + " + end + ") <= (unsigned long)&" + location +
         "\n            || (unsigned long)&" + location + " + sizeof(" + location +
         ") <= (unsigned long)A)";
}

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
  c.guard = "(long)n > 0 && (long)n <= 2147483648L && m[0] > 0 && m[0] <= ld" +
            apart("(long)ld * n + m[0] - ld", "m[0]");
  c.fast =
      "{\n        int *__restrict A_1 = A;\n        const long n_1 = n, m0 = m[0], ld_1 = ld;\n"
      "        long k_0, t_0;\n        for (k_0 = 0; k_0 < n_1; k_0++)\n"
      "            for (t_0 = 0; t_0 < m0; t_0++)\n"
      "                ACC_INSTANCE(0, k_0, t_0) A_1[k_0 * ld_1 + t_0] = 1;\n    }";
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
            "        && (long)p <= 2147483648L" +
            apart("(long)ld * n + p - ld - 1", "m[0]");
  c.fast = "{\n        int *__restrict A_1 = A;\n"
           "        const long n_1 = n, m0 = m[0], p_1 = p, ld_1 = ld;\n"
           "        long k_0, t_0, s_0;\n        for (k_0 = 0; k_0 < n_1; k_0++)\n"
           "            for (t_0 = 0; t_0 < m0; t_0++)\n"
           "                for (s_0 = 0; s_0 < p_1 - 1; s_0++)\n"
           "                    ACC_INSTANCE(0, k_0, t_0, s_0) A_1[k_0 * ld_1 + s_0] += 1;\n    }";
  expectProved(c);
}

/// A condition around the read wraps like a bound.
TEST(GuardReads, WrapsOfConditionsAround) {
  RewriteCase c;
  c.before = "void f(unsigned n, int w, const int *m, int ld, int *A)\n{\n    int k, t;\n    ";
  c.nest = "for (k = 0; k < w; k++)\n        if ((int)(n - 1) >= 0)\n"
           "            for (t = 0; t < *m; t++)\n                A[k*ld + t] = 1;";
  c.sizes = {{"A", {"ld"}}};
  c.guard = "(long)n > 0 && (long)n <= 2147483648L && w > 0 && m[0] > 0 && m[0] <= ld" +
            apart("(long)ld * w + m[0] - ld", "m[0]");
  c.fast =
      "{\n        int *__restrict A_1 = A;\n        const long w_1 = w, m0 = m[0], ld_1 = ld;\n"
      "        long k_0, t_0;\n        for (k_0 = 0; k_0 < w_1; k_0++)\n"
      "            for (t_0 = 0; t_0 < m0; t_0++)\n"
      "                ACC_INSTANCE(0, k_0, t_0) A_1[k_0 * ld_1 + t_0] = 1;\n    }";
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
  c.guard = "w > 0 && (long)n[0] > 0 && (long)n[0] <= (long)ld && (long)n[0] <= 2147483648L" +
            apart("(long)ld * w + n[0] - ld", "n[0]");
  c.fast =
      "{\n        int *__restrict A_1 = A;\n        const long w_1 = w, n0 = n[0], ld_1 = ld;\n"
      "        long k_0, t_0;\n        for (k_0 = 0; k_0 < w_1; k_0++)\n"
      "            for (t_0 = 0; t_0 < n0; t_0++)\n"
      "                ACC_INSTANCE(0, k_0, t_0) A_1[k_0 * ld_1 + t_0] = 1;\n    }";
  expectProved(c);
  expectEarly(c.withGuard("w > 0 && (long)n[0] > 0", "(long)n[0] > 0 && w > 0"), "n[0]");
}

/// Iterations after the first need not run where a store may have changed the bound: A may be n.
RewriteCase laterRead(const std::string &element) {
  RewriteCase c;
  c.before =
      "void f(const int *n, const int *q, int ld, " + element + " *A)\n{\n    int k, t;\n    ";
  c.nest = "for (k = 0; k < *n; k++) {\n        A[k*ld] = 0;\n        if (k > 1)\n"
           "            for (t = 1; t < *q; t++)\n                A[k*ld + t] = 1;\n    }";
  c.sizes = {{"A", {"ld"}}};
  c.guard = "n[0] > 2 && q[0] > 1 && q[0] <= ld" + apart("(long)ld * n[0] + q[0] - ld", "n[0]") +
            apart("(long)ld * n[0] + q[0] - ld", "q[0]");
  c.fast =
      "{\n        " + element +
      " *__restrict A_1 = A;\n"
      "        const long n0 = n[0], q0 = q[0], ld_1 = ld;\n        long k_0, t_0;\n"
      "        for (k_0 = 0; k_0 < n0; k_0++) {\n            ACC_INSTANCE(0, k_0) A_1[k_0 * ld_1] "
      "= 0;\n"
      "            if (k_0 > 1)\n                for (t_0 = 1; t_0 < q0; t_0++)\n"
      "                    ACC_INSTANCE(1, k_0, t_0) A_1[k_0 * ld_1 + t_0] = 1;\n        }\n    }";
  return c;
}

TEST(GuardReads, StoresThatMayChangeABound) {
  expectEarly(laterRead("int"), "q[0]");
  expectEarly(laterRead("unsigned"), "q[0]");
  expectProved(laterRead("double")); // no store to a double changes an int
}

/// The store stands before the condition in the first iteration, too.
TEST(GuardReads, StoresBeforeACondition) {
  auto below = [](const std::string &element) {
    RewriteCase c = laterRead(element).withFast("k_0 > 1", "n0 > 2");
    c.nest.replace(c.nest.find("k > 1"), 5, "*n > 2");
    return c;
  };
  expectEarly(below("int"), "q[0]");
  expectProved(below("double"));
}

/// Nothing is stored before the condition where the one around the store does not hold.
TEST(GuardReads, StoresThatDoNotRun) {
  RewriteCase c = laterRead("int").withFast("k_0 > 1", "n0 > 2");
  c.before.insert(c.before.find("int ld"), "int w, ");
  c.nest.replace(c.nest.find("A[k*ld] = 0;"), 12, "if (w > 0)\n            A[k*ld] = 0;");
  c.nest.replace(c.nest.find("k > 1"), 5, "*n > 2");
  c = c.withFast("ACC_INSTANCE(0, k_0) A_1[k_0 * ld_1] = 0;",
                 "if (w > 0)\n                ACC_INSTANCE(0, k_0) A_1[k_0 * ld_1] = 0;");
  expectEarly(c, "q[0]");
  c.guard = "w <= 0 && " + c.guard;
  expectProved(c);
}

/// Of the first iteration the bounds are as at entry, unless a store stands before them.
TEST(GuardReads, StoresBehindTheFirstIteration) {
  RewriteCase c;
  c.before = "void f(const int *n, const int *q, int ld, int *A)\n{\n    int k, t;\n    ";
  c.nest =
      "for (k = 0; k < *n; k++)\n        for (t = 0; t < *q; t++)\n            A[k*ld + t] = 1;";
  c.sizes = {{"A", {"ld"}}};
  c.guard = "n[0] > 0 && q[0] > 0 && q[0] <= ld" + apart("(long)ld * n[0] + q[0] - ld", "n[0]") +
            apart("(long)ld * n[0] + q[0] - ld", "q[0]");
  c.fast =
      "{\n        int *__restrict A_1 = A;\n        const long n0 = n[0], q0 = q[0], ld_1 = ld;\n"
      "        long k_0, t_0;\n        for (k_0 = 0; k_0 < n0; k_0++)\n"
      "            for (t_0 = 0; t_0 < q0; t_0++)\n"
      "                ACC_INSTANCE(0, k_0, t_0) A_1[k_0 * ld_1 + t_0] = 1;\n    }";
  expectProved(c);
}

/// The operand of a choice that the guard decides otherwise is never computed, and cannot overflow.
TEST(GuardReads, AChoiceThatTheGuardDecides) {
  const std::string start = "(v > 0 ? 0 : (n - 1) * -v)";
  RewriteCase c;
  c.before = "void f(int n, int v, int ld, double *Y, const double *A)\n{\n    int k, t, at;\n    ";
  c.nest = "for (k = 0; k < n; k++) {\n        at = v > 0 ? 0 : (n - 1) * -v;\n"
           "        for (t = 0; t < ld; t++)\n            Y[at + t] += A[k*ld + t];\n    }";
  c.sizes = {{"A", {"ld"}}};
  c.guard = "v > 0 && n > 0 && ld > 0 && (long)ld * n < 2147483647L && (long)" + start +
            " + ld <= 2147483647L && (long)" + start +
            " >= -2147483647L"
            "\n        && ((unsigned long)(Y + " +
            start +
            " + ld) <= (unsigned long)A"
            "\n            || (unsigned long)(A + (long)ld * n) <= (unsigned long)(Y + " +
            start + "))";
  c.fast =
      "{\n        double *__restrict Y_1 = Y;\n        const double *__restrict A_1 = A;\n"
      "        const long n_1 = n, ld_1 = ld, q = " +
      start +
      ";\n"
      "        long k_0, t_0;\n        for (k_0 = 0; k_0 < n_1; k_0++)\n"
      "            for (t_0 = 0; t_0 < ld_1; t_0++)\n"
      "                ACC_INSTANCE(0, k_0, t_0) Y_1[q + t_0] += A_1[k_0 * ld_1 + t_0];\n    }";
  expectProved(c);
  EXPECT_NE(prove(c.withGuard("v > 0 && ", "")).verdict, "");
  EXPECT_NE(prove(c.withGuard("v > 0 && ", "v < 0 && ")).verdict, "");
}

} // namespace
} // namespace acc::test
