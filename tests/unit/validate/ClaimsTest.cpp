// What emission claims of its statements is checked: each wrong claim is refused, and nothing is
// looked for in its place.
#include "tests/unit/validate/ProofFixture.h"

namespace acc::test {
namespace {

/// Two statements in tiles, a private scalar between them, and a buffer.
RewriteCase twoStatements() {
  RewriteCase c;
  c.before = "void f(int n, int m, double *restrict A, const double *restrict B)\n{\n    int i, "
             "j;\n    double t;\n    ";
  c.nest = "for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++) {\n            t = B[i*m + j] "
           "* 2;\n"
           "            A[i*m + j] += t;\n        }";
  c.sizes = {{"A", {"m"}}, {"B", {"m"}}};
  c.guard = "n > 0 && m > 0";
  c.fast =
      "{\n        const long m_1 = m;\n        long i_0, j_0, j_1;\n"
      "        for (j_0 = 0; j_0 < m - m % 8; j_0 += 8)\n            for (i_0 = 0; i_0 < n; i_0++) "
      "{\n"
      "                double A_tile[8];\n"
      "                for (j_1 = 0; j_1 < 8; j_1++)\n                    A_tile[j_1] = A[i_0 * "
      "m_1 + j_0 + j_1];\n"
      "                for (j_1 = 0; j_1 < 8; j_1++) {\n                    double t_1;\n"
      "                    ACC_INSTANCE(0, i_0, j_0 + j_1)\n                    t_1 = B[i_0 * m_1 "
      "+ j_0 + j_1] * 2;\n"
      "                    ACC_INSTANCE(1, i_0, j_0 + j_1)\n                    A_tile[j_1] += "
      "t_1;\n                }\n"
      "                for (j_1 = 0; j_1 < 8; j_1++)\n                    A[i_0 * m_1 + j_0 + j_1] "
      "= A_tile[j_1];\n"
      "            }\n"
      "        for (i_0 = 0; i_0 < n; i_0++)\n            for (j_1 = m - m % 8; j_1 < m; j_1++) {\n"
      "                double t_1;\n                ACC_INSTANCE(0, i_0, j_1)\n                t_1 "
      "= B[i_0 * m_1 + j_1] * 2;\n"
      "                ACC_INSTANCE(1, i_0, j_1)\n                A[i_0 * m_1 + j_1] += t_1;\n     "
      "       }\n    }";
  return c;
}

TEST(Claims, OfTilesAndTheirRest) { expectProved(twoStatements()); }

TEST(Claims, WrongOnesAreRefused) {
  const std::pair<const char *, const char *> kWrong[] = {
      {"ACC_INSTANCE(0, i_0, j_0 + j_1)", "ACC_INSTANCE(1, i_0, j_0 + j_1)"}, // another statement
      {"ACC_INSTANCE(1, i_0, j_0 + j_1)",
       "ACC_INSTANCE(0, i_0, j_0 + j_1)"}, // the same of one on a buffer
      {"ACC_INSTANCE(1, i_0, j_0 + j_1)", "ACC_INSTANCE(2, i_0, j_0 + j_1)"},  // none that there is
      {"ACC_INSTANCE(1, i_0, j_0 + j_1)", "ACC_INSTANCE(-1, i_0, j_0 + j_1)"}, // none at all
      {"ACC_INSTANCE(1, i_0, j_0 + j_1)",
       "ACC_INSTANCE(i_0, i_0, j_0 + j_1)"}, // one for each iteration
      {"ACC_INSTANCE(0, i_0, j_0 + j_1)", "ACC_INSTANCE(0, j_0 + j_1, i_0)"}, // counters exchanged
      {"ACC_INSTANCE(0, i_0, j_0 + j_1)", "ACC_INSTANCE(0, i_0, j_0 + 7 - j_1)"}, // the tile turned
      {"ACC_INSTANCE(1, i_0, j_0 + j_1)",
       "ACC_INSTANCE(1, i_0, j_0 + 7 - j_1)"}, // the same of one on a buffer
      {"ACC_INSTANCE(0, i_0, j_0 + j_1)", "ACC_INSTANCE(0, i_0, j_0)"}, // one iteration for all
      {"ACC_INSTANCE(0, i_0, j_1)", "ACC_INSTANCE(0, i_0, j_1 - 1)"},   // a neighbour
      {"ACC_INSTANCE(0, i_0, j_1)",
       "ACC_INSTANCE(0, i_0 + 1, j_1 - m_1)"},               // another one at the same address
      {"ACC_INSTANCE(1, i_0, j_1)", "ACC_INSTANCE(1, i_0)"}, // a counter too few
      {"ACC_INSTANCE(1, i_0, j_1)", "ACC_INSTANCE(1, i_0, j_1, 0)"},            // and one too many
      {"ACC_INSTANCE(1, i_0, j_1)", "ACC_INSTANCE(1, i_0, j_1 / 2 + j_1 / 2)"}, // no polynomial
      {"ACC_INSTANCE(1, i_0, j_1)", "ACC_INSTANCE(1, i_0, (signed char)j_1)"},  // a cut value
      {"ACC_INSTANCE(1, i_0, j_1)", "ACC_INSTANCE(1, i_0, i_0 * j_1)"},         // not affine
      {"ACC_INSTANCE(1, i_0, j_1)", ""},                                        // no claim
  };
  for (const auto &[claim, wrong] : kWrong) {
    std::string verdict = prove(twoStatements().withFast(claim, wrong)).verdict;
    EXPECT_NE(verdict, "") << wrong;
    EXPECT_EQ(verdict.find("cannot be read"), std::string::npos) << verdict;
  }
}

TEST(Claims, OfACopyAreOfNoUse) {
  expectRefused(twoStatements().withFast("A_tile[j_1] = A[",
                                         "ACC_INSTANCE(1, i_0, j_0 + j_1) A_tile[j_1] = A["),
                "does not match any operation");
}

/// It reads nothing and keeps nothing: the claim of a statement behind a test is one of the
/// statement.
TEST(Claims, AreNoCode) {
  RewriteCase c = twoStatements();
  expectRefused(c.withFast("ACC_INSTANCE(0, i_0, j_1)", "ACC_INSTANCE(0, i_0, (long)A[j_1])"),
                "an operation does not match any operation of the source");
  expectProved(c.withFast("ACC_INSTANCE(0, i_0, j_1)", "ACC_INSTANCE(0, i_0, 1 + j_1 - 1)"));
}

/// A loop turned round, and counters of an unsigned type: conversions to the width of an address
/// say nothing.
TEST(Claims, InNumbersOfAnyKind) {
  RewriteCase c;
  c.before = "void f(unsigned long n, unsigned long k, double *A)\n{\n    unsigned long i;\n    ";
  c.nest = "for (i = k; i < n; i++)\n        A[i] = A[i] * 2;";
  c.guard = "k < n && n < 1000000";
  c.fast =
      "{\n        const long n_1 = (long)n, k_1 = (long)k;\n        long i_0;\n        for (i_0 = "
      "1 - n_1; i_0 <= -k_1; i_0++) {\n"
      "            ACC_INSTANCE(0, -i_0)\n            A[-i_0] = A[-i_0] * 2;\n        }\n    }";
  expectProved(c);
  expectProved(c.withFast("i_0 = 1 - n_1; i_0 <= -k_1;", "i_0 = 0; i_0 < n_1 - k_1;")
                   .withFast("ACC_INSTANCE(0, -i_0)", "ACC_INSTANCE(0, i_0 + (long)k)")
                   .withFast("A[-i_0]", "A[i_0 + k_1]")
                   .withFast("A[-i_0]", "A[i_0 + k_1]"));
  expectRefused(c.withFast("ACC_INSTANCE(0, -i_0)", "ACC_INSTANCE(0, 1 - i_0)"),
                "a different address");
}

/// What has a claim is a statement of the source, even where its value is plain: the loop between
/// both never runs.
TEST(Claims, OfAConstantAreKept) {
  RewriteCase c;
  c.before =
      "void f(int n, int m, int *restrict A, const int *restrict B)\n{\n    int i, k, t;\n    ";
  c.nest = "for (i = 0; i < n; i++) {\n        t = 0;\n        for (k = 0; k < m; k++)\n           "
           " t += B[k];\n"
           "        A[i] = t;\n    }";
  c.guard = "n > 0 && m <= 0";
  c.fast = "{\n        long i_0;\n        for (i_0 = 0; i_0 < n; i_0++) {\n            int t_1;\n  "
           "          ACC_INSTANCE(0, i_0)\n"
           "            t_1 = 0;\n            ACC_INSTANCE(2, i_0)\n            A[i_0] = t_1;\n    "
           "    }\n    }";
  expectProved(c);
  expectRefused(c.withFast("t_1 = 0", "t_1 = 1"), "does not match any operation");
}

} // namespace
} // namespace acc::test
