#include "tests/unit/validate/ProofFixture.h"

namespace acc::test {
namespace {

/// Columns of one matrix: C takes m of each row, A takes p.
RewriteCase columns() {
  RewriteCase c;
  c.before = "void f(int n, int m, int p, double *C, int ldc, const double *A, int lda)\n{\n    "
             "int i, j, k;\n    ";
  c.nest = "for (i = 0; i < n; i++)\n"
           "        for (j = 0; j < m; j++)\n"
           "            for (k = 0; k < p; k++)\n"
           "                C[i*ldc + j] += A[i*lda + k];";
  c.sizes = {{"C", {"ldc"}}, {"A", {"lda"}}};
  c.guard = "n > 0 && m > 0 && p > 0\n"
            "        && m <= ldc && p <= lda\n"
            "        && ((unsigned long)C + (unsigned long)((long)n * ldc) * sizeof(*C) <= "
            "(unsigned long)A\n"
            "            || (unsigned long)A + (unsigned long)((long)n * lda) * sizeof(*A) <= "
            "(unsigned long)C\n"
            "            || (ldc == lda\n"
            "                && (((unsigned long)C + (unsigned long)(0) * sizeof(*C) <= (unsigned "
            "long)A + (unsigned long)(0) * sizeof(*A)\n"
            "                    && (unsigned long)(m) * sizeof(*C) <= ((unsigned long)A + "
            "(unsigned long)(0) * sizeof(*A)"
            " - ((unsigned long)C + (unsigned long)(0) * sizeof(*C))) % ((unsigned long)(ldc) * "
            "sizeof(*C))\n"
            "                    && ((unsigned long)A + (unsigned long)(0) * sizeof(*A)"
            " - ((unsigned long)C + (unsigned long)(0) * sizeof(*C))) % ((unsigned long)(ldc) * "
            "sizeof(*C))"
            " + (unsigned long)(p) * sizeof(*A) <= (unsigned long)(ldc) * sizeof(*C))\n"
            "                || ((unsigned long)A <= (unsigned long)C\n"
            "                    && (unsigned long)(p) * sizeof(*A) <= ((unsigned long)C - "
            "(unsigned long)A)"
            " % ((unsigned long)(ldc) * sizeof(*C))\n"
            "                    && ((unsigned long)C - (unsigned long)A) % ((unsigned long)(ldc) "
            "* sizeof(*C))"
            " + (unsigned long)(m) * sizeof(*C) <= (unsigned long)(ldc) * sizeof(*C)))))";
  c.fast = "{\n"
           "        double *__restrict C_1 = C;\n"
           "        const double *__restrict A_1 = A;\n"
           "        const long ldc_1 = ldc, lda_1 = lda;\n"
           "        long i_0, j_0, k_0;\n"
           "        for (i_0 = 0; i_0 < n; i_0++)\n"
           "            for (k_0 = 0; k_0 < p; k_0++)\n"
           "                for (j_0 = 0; j_0 < m; j_0++)\n"
           "                    ACC_INSTANCE(0, i_0, j_0, k_0) C_1[i_0 * ldc_1 + j_0] += A_1[i_0 * "
           "lda_1 + k_0];\n"
           "    }";
  return c;
}

TEST(Disjointness, OtherColumnsOfOneMatrixAreApart) { expectProved(columns()); }

TEST(Disjointness, TheColumnsAreThoseAccessedInBothOrders) {
  for (auto [from, to] :
       {std::pair{"(unsigned long)(m) * sizeof(*C) <= ((",
                  "(unsigned long)(m - 1) * sizeof(*C) <= (("},
        {"+ (unsigned long)(p) * sizeof(*A) <= (unsigned long)(ldc)",
         "+ (unsigned long)(p - 1) * sizeof(*A) <= (unsigned long)(ldc)"},
        {"(unsigned long)(p) * sizeof(*A) <= ((", "(unsigned long)(p - 1) * sizeof(*A) <= (("},
        {"+ (unsigned long)(m) * sizeof(*C) <= (unsigned long)(ldc)",
         "+ (unsigned long)(m - 1) * sizeof(*C) <= (unsigned long)(ldc)"},
        {"(unsigned long)(0) * sizeof(*A) - (", "(unsigned long)(1) * sizeof(*A) - ("}})
    expectRefused(columns().withGuard(from, to), "and A are disjoint");
}

/// What is read as one type may be stored to as another behind that (C11 6.5p6).
TEST(Disjointness, ArraysOfOtherTypesAreComparedToo) {
  RewriteCase c;
  c.before = "void f(int n, int m, float *C, const short *A)\n{\n    int i, j;\n    ";
  c.nest = "for (i = n - 1; i >= 0; i--)\n        for (j = m - 1; j >= 0; j--)\n            C[i*m "
           "+ j] = A[i*m + j];";
  c.sizes = {{"C", {"m"}}, {"A", {"m"}}};
  c.guard = "n > 0 && m > 0 && ((unsigned long)C + (unsigned long)((long)n * m) * sizeof(*C) <= "
            "(unsigned long)A\n"
            "            || (unsigned long)A + (unsigned long)((long)n * m) * sizeof(*A) <= "
            "(unsigned long)C)";
  c.fast = "{\n        const long n_1 = n, m_1 = m;\n        long i_0, j_0;\n        for (i_0 = 0; "
           "i_0 < n_1; i_0++)\n"
           "            for (j_0 = 0; j_0 < m_1; j_0++)\n"
           "                ACC_INSTANCE(0, n_1 - i_0 - 1, m_1 - j_0 - 1) C[(n_1 - i_0 - 1) * m_1 "
           "+ m_1 - j_0 - 1] = A[(n_1 - i_0 - 1) * m_1 + m_1 - j_0 - 1];\n    }";
  expectProved(c);
  c.guard = "n > 0 && m > 0";
  expectRefused(c, "and A are disjoint");
  c.guard = "n > 0 && m > 0 && ((unsigned long)C + (unsigned long)((long)n * m) * sizeof(*A) <= "
            "(unsigned long)A\n"
            "            || (unsigned long)A + (unsigned long)((long)n * m) * sizeof(*A) <= "
            "(unsigned long)C)";
  expectRefused(c, "and A are disjoint");
}

/// Members of records in rows: offsets count records, also where the pointer counts rows.
TEST(Disjointness, RowsOfRecordsAreCompared) {
  RewriteCase c;
  c.before = "struct point { float x, y, z; };\n"
             "void f(int n, int m, struct point (*p)[6], float (*q)[6])\n{\n    int i, j;\n    ";
  c.nest = "for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++)\n"
           "            p[i][j].y = q[i][j];";
  c.guard = "n > 0 && m > 0 && m <= 6 && n < 1000000\n"
            "        && ((unsigned long)(&p[0][0]) + (unsigned long)((long)n * 6 + m - 6)"
            " * sizeof(*(&p[0][0])) <= (unsigned long)(&q[0][0])\n"
            "            || (unsigned long)(&q[0][0]) + (unsigned long)((long)n * 6 + m - 6)"
            " * sizeof(*(&q[0][0])) <= (unsigned long)(&p[0][0]))";
  c.fast = "{\n        long i_0, j_0;\n        for (j_0 = 0; j_0 < m; j_0++)\n"
           "            for (i_0 = 0; i_0 < n; i_0++)\n"
           "                ACC_INSTANCE(0, i_0, j_0) p[i_0][j_0].y = q[i_0][j_0];\n    }";
  expectProved(c);
  for (auto [from, to] : {std::pair{"n * 6 + m - 6) * sizeof(*(&p", "n * 6 + m - 7) * sizeof(*(&p"},
                          {"n * 6 + m - 6) * sizeof(*(&q", "n * 6 + m - 7) * sizeof(*(&q"},
                          {"n * 6 + m - 6) * sizeof(*(&p", "n * 5 + m - 5) * sizeof(*(&p"},
                          {"sizeof(*(&p[0][0]))", "sizeof(*(&q[0][0]))"},
                          {"sizeof(*(&p[0][0]))", "(unsigned long)8"},
                          {"(unsigned long)(&p[0][0]) +", "(unsigned long)(&p[0][1]) +"}})
    expectRefused(c.withGuard(from, to), "and q are disjoint");
}

/// Rows of 2*ldc elements in C, of 2*lda in A.
RewriteCase doubled() {
  RewriteCase c = columns();
  auto twice = [](std::string text, const std::string &plain, const std::string &wide) {
    for (size_t at = text.find(plain); at != std::string::npos;
         at = text.find(plain, at + wide.size()))
      text.replace(at, plain.size(), wide);
    return text;
  };
  c.nest = twice(twice(c.nest, "*ldc", "*(2*ldc)"), "*lda", "*(2*lda)");
  c.sizes = {{"C", {"2*ldc"}}, {"A", {"2*lda"}}};
  c.guard = twice(twice(c.guard, "ldc", "((long)ldc * 2)"), "lda", "((long)lda * 2)");
  c.fast = twice(twice(c.fast, "ldc_1 = ldc", "ldc_1 = (long)ldc * 2"), "lda_1 = lda",
                 "lda_1 = (long)lda * 2");
  return c;
}

TEST(Disjointness, RowsAreAMultipleLong) {
  expectProved(doubled());
  expectRefused(doubled().withGuard("((long)ldc * 2) == ((long)lda * 2)\n                && ", ""),
                "and A are disjoint");
  expectRefused(doubled().withGuard("((long)ldc * 2) == ((long)lda * 2)",
                                    "((long)ldc * 3) == ((long)lda * 2)"),
                "and A are disjoint");
}

TEST(Disjointness, TheRowsAreAsLong) {
  expectRefused(columns().withGuard("ldc == lda\n                && ", ""), "and A are disjoint");
  expectRefused(columns().withGuard("ldc == lda", "ldc >= lda"), "and A are disjoint");
}

TEST(Disjointness, ADifferenceIsOfOrderedAddresses) {
  expectRefused(
      columns().withGuard("(unsigned long)A <= (unsigned long)C\n                    && ", ""),
      "and A are disjoint");
  expectRefused(
      columns().withGuard("(unsigned long)A <= (unsigned long)C\n                    && ",
                          "(unsigned long)C <= (unsigned long)A\n                    && "),
      "and A are disjoint");
}

TEST(Disjointness, BothBoundsAreOfOneRemainder) {
  expectRefused(
      columns().withGuard("% ((unsigned long)(ldc) * sizeof(*C)) + (unsigned long)(m)",
                          "% ((unsigned long)(2 * (long)ldc) * sizeof(*C)) + (unsigned long)(m)"),
      "and A are disjoint");
  expectRefused(
      columns().withGuard("- (unsigned long)A) % ((unsigned long)(ldc) * sizeof(*C)) + (unsigned "
                          "long)(m) * sizeof(*C) <= ",
                          "- (unsigned long)A) % ((unsigned long)(ldc) * sizeof(*C)) <= "),
      "and A are disjoint");
}

/// `lda` may be 0 or less where the guard does not say otherwise; nothing may be divided by it
/// then.
TEST(Disjointness, NothingIsDividedByZero) {
  EXPECT_NE(prove(columns().withGuard(" && m > 0", "").withGuard(" && p > 0", "")).verdict, "");
}

/// (unsigned long)ld * 8 is 8 for ld = 2^61 + 1.
TEST(Disjointness, SizesInBytesDoNotWrap) {
  RewriteCase c = columns();
  auto wide = [](std::string text) {
    for (const char *name : {"int n", "int ldc", "int lda"})
      text.replace(text.find(name), 3, "long");
    return text;
  };
  c.before = wide(c.before);
  c = c.withGuard("&& m <= ldc",
                  "&& n < 100 && (double)n * ldc < 1e15 && (double)n * lda < 1e15 && m <= ldc");
  expectProved(c);
  // Rows of the same length are bounded by either; for n = 1 all that is left of 2^62 elements in
  // bytes is 0.
  expectProved(c.withGuard("(double)n * ldc < 1e15", "(double)n * ldc < 5e18"));
  EXPECT_NE(prove(c.withGuard("(double)n * ldc < 1e15", "(double)n * ldc < 5e18")
                      .withGuard("(double)n * lda < 1e15", "(double)n * lda < 5e18"))
                .verdict,
            "");
}

} // namespace
} // namespace acc::test
