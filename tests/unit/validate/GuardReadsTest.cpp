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
  // The source makes the choice wherever n > 0, and what overflows then does so in both.
  expectProved(c.withGuard("v > 0 && ", ""));
  expectRefused(c.withFast("q = " + start, "q = " + start + ", other = (n - 1) * -v"),
                "may overflow: (n - 1) * -v");
}

/// What overflows where the source does not compute it is not computed at the entry either.
TEST(GuardReads, ValuesOfTheEntryAreComputedByTheSource) {
  RewriteCase c;
  c.before = "void f(int n, int m, int t, float *P)\n{\n    int i, k;\n    ";
  c.nest = "for (k = 0; k < m; k++)\n"
           "        for (i = 3 * n / 2 - t; i < 3 * n / 2 + t; i++)\n"
           "            P[i] += 1;";
  c.sizes = {{"P", {}}};
  c.guard = "m > 0 && t > 0 && t < 1000 && n < 1000 && n > -1000";
  c.fast = "{\n        const long m_1 = m, t_1 = t, q = 3 * n / 2;\n        long k_0, i_0;\n"
           "        for (k_0 = 0; k_0 < m_1; k_0++)\n"
           "            for (i_0 = 0; i_0 < 2 * t_1; i_0++)\n"
           "                ACC_INSTANCE(0, k_0, i_0 + q - t_1) P[i_0 + q - t_1] += 1;\n    }";
  expectProved(c);
  const RewriteCase any = c.withGuard(" && n < 1000 && n > -1000", "");
  expectProved(any);
  expectRefused(any.withGuard("m > 0 && ", ""), "may overflow: 3 * n");
  expectProved(c.withGuard("m > 0 && ", ""));
  expectRefused(any.withFast("q = 3 * n / 2", "q = 3 * n / 2, other = 3 * n + 1"),
                "may overflow: 3 * n + 1");
  expectRefused(any.withFast("q = 3 * n / 2", "q = 3 * n / 2, other = 5 * n"),
                "may overflow: 5 * n");
  expectRefused(any.withFast("i_0 < 2 * t_1;", "i_0 < 2 * t_1 && 5 * n < 10;"),
                "may overflow: 5 * n");
}

TEST(GuardReads, QuotientsOfTheEntryAreComputedByTheSource) {
  RewriteCase c;
  c.before = "void f(int n, int m, int t, int d, float *P)\n{\n    int i, k;\n    ";
  c.nest = "for (k = 0; k < m; k++)\n        for (i = n / d; i < n / d + t; i++)\n"
           "            P[i] += 1;";
  c.sizes = {{"P", {}}};
  c.guard = "m > 0 && t > 0 && t < 1000 && n < 1000 && n > -1000";
  c.fast = "{\n        const long m_1 = m, t_1 = t, q = n / d;\n        long k_0, i_0;\n"
           "        for (k_0 = 0; k_0 < m_1; k_0++)\n"
           "            for (i_0 = 0; i_0 < t_1; i_0++)\n"
           "                ACC_INSTANCE(0, k_0, i_0 + q) P[i_0 + q] += 1;\n    }";
  expectProved(c);
  EXPECT_NE(prove(c.withGuard("m > 0 && ", "")).verdict, "");
  EXPECT_NE(prove(c.withFast("q = n / d", "q = n / d, other = n / (d - 1)")).verdict, "");
}

/// Rows that the source loads from there.
TEST(GuardReads, PlacesOfTheEntryAreComputedByTheSource) {
  RewriteCase c;
  c.before = "struct set { int last; float *rows[9]; };\n"
             "float f(int n, int m, const struct set *s)\n{\n    float P[64];\n    int i, k;\n    ";
  c.nest = "for (k = 0; k < m; k++)\n        for (i = 0; i < n; i++)\n"
           "            P[k*n + i] = s->rows[s->last + 1][i];";
  c.after = "\n    return P[3];\n}\n";
  c.sizes = {{"P", {"n"}}};
  c.guard = "m > 0 && n > 0 && (double)m * n < 1e17";
  c.fast = "{\n        const long m_1 = m, n_1 = n;\n"
           "        const float *row = s->rows[s->last + 1];\n        long k_0, i_0;\n"
           "        for (k_0 = 0; k_0 < m_1; k_0++)\n"
           "            for (i_0 = 0; i_0 < n_1; i_0++)\n"
           "                ACC_INSTANCE(0, k_0, i_0) P[k_0 * n_1 + i_0] = row[i_0];\n    }";
  expectProved(c);
  EXPECT_NE(prove(c.withGuard("n > 0 && ", "")).verdict, "");
  expectRefused(
      c.withFast("long k_0", "const float *other = s->rows[s->last + 2];\n        long k_0"),
      "may overflow: s->rows[s->last + 2]");
}

} // namespace
} // namespace acc::test
