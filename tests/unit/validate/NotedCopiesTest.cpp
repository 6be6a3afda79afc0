// Tiles below tests: the notes of which rows some test holds for, and of whether all hold, are
// checked. Each wrong one is refused.
#include "tests/unit/validate/ProofFixture.h"

namespace acc::test {
namespace {

/// Two rows of A at once, eight columns, four iterations of the sum.
RewriteCase tiled() {
  RewriteCase c;
  c.before = "void f(int n, int m, int p, double *restrict A, const double *restrict B, const "
             "double *restrict C)\n{\n"
             "    int i, j, k, t;\n    ";
  c.nest =
      "for (j = 0; j < n; j++) {\n        for (i = 0; i < p; i++)\n            A[j*p + i] *= 2;\n"
      "        for (k = 0; k < m; k++) {\n            t = B[j*m + k] > 0;\n            for (i = 0; "
      "i < p; i++)\n"
      "                if (t)\n                    A[j*p + i] += B[j*m + k]*C[k*p + i];\n        "
      "}\n    }";
  c.sizes = {{"A", {"p"}}, {"B", {"m"}}, {"C", {"p"}}};
  c.guard = "n > 0 && m > 0 && p > 0";
  c.fast = R"({
        const long n_1 = n, m_1 = m, p_1 = p;
        long j_0, k_0, i_0, jj, kk, ii;
        for (j_0 = 0; j_0 < n_1 - 1; j_0 += 2) {
            for (jj = 0; jj < 2; jj++)
                for (i_0 = 0; i_0 < p_1; i_0++) {
                    ACC_INSTANCE(0, j_0 + jj, i_0)
                    A[(j_0 + jj) * p_1 + i_0] *= 2;
                }
            for (k_0 = 0; k_0 < m_1 - 3; k_0 += 4) {
                int t_tile[4][2];
                for (kk = 0; kk < 4; kk++)
                    for (jj = 0; jj < 2; jj++) {
                        ACC_INSTANCE(1, j_0 + jj, k_0 + kk)
                        t_tile[kk][jj] = B[(j_0 + jj) * m_1 + k_0 + kk] > 0;
                    }
                for (i_0 = 0; i_0 < p_1 - 7; i_0 += 8) {
                    double A_tile[2][8];
                    int A_any[2];
                    int A_all = 1;
                    for (jj = 0; jj < 2; jj++)
                        A_any[jj] = 0;
                    for (kk = 0; kk < 4; kk++)
                        for (jj = 0; jj < 2; jj++) {
                            A_any[jj] |= t_tile[kk][jj] != 0;
                            A_all &= t_tile[kk][jj] != 0;
                        }
                    for (jj = 0; jj < 2; jj++)
                        if (A_any[jj])
                            for (ii = 0; ii < 8; ii++)
                                A_tile[jj][ii] = A[(j_0 + jj) * p_1 + i_0 + ii];
                    for (kk = 0; kk < 4; kk++)
                        for (jj = 0; jj < 2; jj++)
                            if (A_all || t_tile[kk][jj])
                                for (ii = 0; ii < 8; ii++) {
                                    ACC_INSTANCE(2, j_0 + jj, k_0 + kk, i_0 + ii)
                                    A_tile[jj][ii] += B[(j_0 + jj) * m_1 + k_0 + kk] * C[(k_0 + kk) * p_1 + i_0 + ii];
                                }
                    for (jj = 0; jj < 2; jj++)
                        if (A_any[jj])
                            for (ii = 0; ii < 8; ii++)
                                A[(j_0 + jj) * p_1 + i_0 + ii] = A_tile[jj][ii];
                }
                for (kk = 0; kk < 4; kk++)
                    for (jj = 0; jj < 2; jj++)
                        if (t_tile[kk][jj])
                            for (i_0 = p_1 - p_1 % 8; i_0 < p_1; i_0++) {
                                ACC_INSTANCE(2, j_0 + jj, k_0 + kk, i_0)
                                A[(j_0 + jj) * p_1 + i_0] += B[(j_0 + jj) * m_1 + k_0 + kk] * C[(k_0 + kk) * p_1 + i_0];
                            }
            }
            for (jj = 0; jj < 2; jj++)
                for (k_0 = m_1 - m_1 % 4; k_0 < m_1; k_0++) {
                    int t_1;
                    ACC_INSTANCE(1, j_0 + jj, k_0)
                    t_1 = B[(j_0 + jj) * m_1 + k_0] > 0;
                    if (t_1)
                        for (i_0 = 0; i_0 < p_1; i_0++) {
                            ACC_INSTANCE(2, j_0 + jj, k_0, i_0)
                            A[(j_0 + jj) * p_1 + i_0] += B[(j_0 + jj) * m_1 + k_0] * C[k_0 * p_1 + i_0];
                        }
                }
        }
        for (j_0 = n_1 - n_1 % 2; j_0 < n_1; j_0++) {
            for (i_0 = 0; i_0 < p_1; i_0++) {
                ACC_INSTANCE(0, j_0, i_0)
                A[j_0 * p_1 + i_0] *= 2;
            }
            for (k_0 = 0; k_0 < m_1; k_0++) {
                int t_1;
                ACC_INSTANCE(1, j_0, k_0)
                t_1 = B[j_0 * m_1 + k_0] > 0;
                if (t_1)
                    for (i_0 = 0; i_0 < p_1; i_0++) {
                        ACC_INSTANCE(2, j_0, k_0, i_0)
                        A[j_0 * p_1 + i_0] += B[j_0 * m_1 + k_0] * C[k_0 * p_1 + i_0];
                    }
            }
        }
    })";
  return c;
}

const char *const kNotes = R"(                    int A_any[2];
                    int A_all = 1;
                    for (jj = 0; jj < 2; jj++)
                        A_any[jj] = 0;
                    for (kk = 0; kk < 4; kk++)
                        for (jj = 0; jj < 2; jj++) {
                            A_any[jj] |= t_tile[kk][jj] != 0;
                            A_all &= t_tile[kk][jj] != 0;
                        }
)";
const char *const kColumns =
    "                for (i_0 = 0; i_0 < p_1 - 7; i_0 += 8) {\n                    double A_tile";

/// The tests are asked for once for all tiles along i_0.
RewriteCase askedOnce() {
  return tiled().withFast(kNotes, "").withFast(kColumns, std::string(kNotes) + kColumns);
}

TEST(NotedCopies, OfATileBelowTests) { expectProved(tiled()); }

TEST(NotedCopies, AskedForOnce) { expectProved(askedOnce()); }

/// Before the tests are made, or once for tests that are made again.
TEST(NotedCopies, AskedForTooEarlyAreRefused) {
  const std::string tests = "                int t_tile[4][2];\n";
  const std::string steps = "            for (k_0 = 0; k_0 < m_1 - 3; k_0 += 4) {\n";
  const RewriteCase without = tiled().withFast(kNotes, "");
  EXPECT_NE(prove(without.withFast(tests, tests + kNotes)).verdict, "");
  EXPECT_NE(prove(without.withFast(tests, "").withFast(steps, tests + kNotes + steps)).verdict, "");
}

TEST(NotedCopies, WithoutTheShortWay) {
  expectProved(tiled().withFast("A_all || ", "").withFast("A_all &= t_tile[kk][jj] != 0;", ";"));
}

const char *const kFill = "if (A_any[jj])\n                            for (ii = 0; ii < 8; "
                          "ii++)\n                                A_tile[jj][ii] = A[";
const char *const kStore = "if (A_any[jj])\n                            for (ii = 0; ii < 8; "
                           "ii++)\n                                A[";

TEST(NotedCopies, WrongNotesAreRefused) {
  const std::string fill = kFill, store = kStore;
  auto without = [](std::string text, const std::string &condition) {
    return text.replace(0, std::string("if (A_any[jj])").size(), condition);
  };
  const std::pair<std::string, std::string> kWrong[] = {
      {"A_any[jj] = 0;", ";"},                    // a note that nobody cleared
      {"A_any[jj] = 0;", "A_any[0] = 0;"},        // the same of the second row
      {"A_any[jj] = 0;", "A_any[jj] = 1;"},       // rows without a test that holds
      {"A_any[jj] |= t_tile[kk][jj] != 0;", ";"}, // none is copied
      {"A_any[jj] |= t_tile[kk][jj] != 0;", "A_any[0] |= t_tile[kk][jj] != 0;"}, // another row
      {"A_any[jj] |= t_tile[kk][jj] != 0;",
       "A_any[1 - jj] |= t_tile[kk][jj] != 0;"}, // rows exchanged
      {"A_any[jj] |= t_tile[kk][jj] != 0;",
       "if (kk > 0) A_any[jj] |= t_tile[kk][jj] != 0;"}, // the first iteration is forgotten
      {"A_any[jj] |= t_tile[kk][jj] != 0;",
       "A_any[jj] = t_tile[kk][jj] != 0;"}, // the last one decides
      {"A_any[jj] |= t_tile[kk][jj] != 0;", "A_any[jj] &= t_tile[kk][jj] != 0;"},
      {"A_any[jj] |= t_tile[kk][jj] != 0;", "A_any[jj] |= t_tile[kk][jj] == 0;"}, // the contrary
      {"A_any[jj] |= t_tile[kk][jj] != 0;",
       "A_any[jj] |= t_tile[kk][1 - jj] != 0;"}, // the other row's tests
      {"A_any[jj] |= t_tile[kk][jj] != 0;", "A_any[jj] |= 1;"},
      {"A_any[jj] |= t_tile[kk][jj] != 0;",
       "if (i_0 < 8) A_any[jj] |= t_tile[kk][jj] != 0;"}, // in some tiles only
      {"A_any[jj] = 0;", "if (i_0 < 8) A_any[jj] = 0;"},
      {store, without(store, "if ((char)A_any[jj])")}, // which may be 0 where the note is not
      {store, without(store, "")},                     // a store where the source may have none
      {store, without(store, "if (!A_any[jj])")},
      {store, without(store, "if (A_any[1 - jj])")},
      {store, without(store, "if (A_all)")},
      {fill, without(fill, "")}, // one copy tells, the other one does not
      {fill, without(fill, "if (A_any[1 - jj])")},
      {fill + "(j_0 + jj) * p_1", fill + "j_0 * p_1"},    // from elsewhere
      {"A_tile[jj][ii] = A[", "A_tile[jj][7 - ii] = A["}, // turned round
      {"A_tile[jj][ii] = A[", "A_tile[1 - jj][ii] = A["},
      {store, "t_tile[0][0] = 0; " + store}, // a test that changes
      {store, "A_any[jj] = 1; " + store},
      {"A_tile[jj][ii];\n", "A_tile[0][ii];\n"}, // the wrong row goes back
      {"if (A_all || t_tile[kk][jj])\n", "\n"},  // written without its test
      {"if (A_all || t_tile[kk][jj])", "if (A_any[jj])"},
  };
  for (const auto &[from, to] : kWrong) {
    for (const RewriteCase &right : {tiled(), askedOnce()}) {
      std::string verdict = prove(right.withFast(from, to)).verdict;
      EXPECT_NE(verdict, "") << from << " -> " << to;
      EXPECT_EQ(verdict.find("cannot be read"), std::string::npos) << verdict;
    }
  }
}

/// A note of a narrower type may lose that a test holds: 256 is 0 there.
TEST(NotedCopies, KeepTheTruth) {
  auto noted = [](const std::string &type, const std::string &value) {
    return tiled()
        .withFast("int A_any[2];", type + " A_any[2];")
        .withFast("A_any[jj] |= t_tile[kk][jj] != 0;", "A_any[jj] |= " + value + ";");
  };
  expectProved(noted("unsigned char", "t_tile[kk][jj] != 0"));
  expectProved(noted("int", "t_tile[kk][jj]"));
  EXPECT_NE(prove(noted("unsigned char", "t_tile[kk][jj]")).verdict, "");
  EXPECT_NE(prove(noted("short", "t_tile[kk][jj]")).verdict, "");
}

TEST(AllTests, ThatDoNotHoldAreRefused) {
  const std::pair<const char *, const char *> kWrong[] = {
      {"A_all &= t_tile[kk][jj] != 0;", ";"},                             // nothing is asked
      {"A_all &= t_tile[kk][jj] != 0;", "A_all &= t_tile[0][jj] != 0;"},  // one iteration for all
      {"A_all &= t_tile[kk][jj] != 0;", "A_all &= t_tile[kk][0] != 0;"},  // one row
      {"A_all &= t_tile[kk][jj] != 0;", "A_all &= t_tile[kk][jj] == 0;"}, // the contrary
      {"A_all &= t_tile[kk][jj] != 0;", "A_all |= t_tile[kk][jj] != 0;"}, // some test
      {"A_all &= t_tile[kk][jj] != 0;", "A_all = t_tile[kk][jj] != 0;"},  // the last test
      {"A_all &= t_tile[kk][jj] != 0;", "A_all &= (t_tile[kk][jj] | 1) != 0;"},    // another value
      {"if (A_all || t_tile[kk][jj])", "if (!A_all || t_tile[kk][jj])"},           //
      {"if (A_all || t_tile[kk][jj])", "if (A_all && t_tile[kk][jj])"},            //
      {"if (A_all || t_tile[kk][jj])", "A_all = 1; if (A_all || t_tile[kk][jj])"}, // asked in vain
      {"A_all &= t_tile[kk][jj] != 0;",
       "if (i_0 < 8) A_all &= t_tile[kk][jj] != 0;"},           // asked in some tiles only
      {"int A_all = 1;", "int A_all; if (i_0 < 8) A_all = 1;"}, // set in some
      {"int A_all = 1;", "int A_all; for (kk = 0; kk < p_1 - 100; kk++) A_all = 1;"},
  };
  for (const auto &[from, to] : kWrong) {
    for (const RewriteCase &right : {tiled(), askedOnce()}) {
      std::string verdict = prove(right.withFast(from, to)).verdict;
      EXPECT_NE(verdict, "") << from << " -> " << to;
      EXPECT_EQ(verdict.find("cannot be read"), std::string::npos) << verdict;
    }
  }
}

/// What the source may never touch is touched below its tests alone.
TEST(NotedCopies, OfWhatTheSourceTouchesNowhereElse) {
  RewriteCase c = tiled();
  const std::string first = "        for (i = 0; i < p; i++)\n            A[j*p + i] *= 2;\n";
  c.nest.erase(c.nest.find(first), first.size());
  for (const char *loop : {R"(            for (jj = 0; jj < 2; jj++)
                for (i_0 = 0; i_0 < p_1; i_0++) {
                    ACC_INSTANCE(0, j_0 + jj, i_0)
                    A[(j_0 + jj) * p_1 + i_0] *= 2;
                }
)",
                           R"(            for (i_0 = 0; i_0 < p_1; i_0++) {
                ACC_INSTANCE(0, j_0, i_0)
                A[j_0 * p_1 + i_0] *= 2;
            }
)"})
    c.fast.erase(c.fast.find(loop), std::string(loop).size());
  for (const auto &[from, to] : {std::pair("ACC_INSTANCE(1,", "ACC_INSTANCE(0,"),
                                 std::pair("ACC_INSTANCE(2,", "ACC_INSTANCE(1,")})
    for (size_t at = 0; (at = c.fast.find(from, at)) != std::string::npos;)
      c.fast.replace(at, std::string(from).size(), to);
  expectProved(c);
  for (const char *copy : {kFill, kStore})
    EXPECT_NE(
        prove(c.withFast(copy, std::string(copy).substr(std::string("if (A_any[jj])").size())))
            .verdict,
        "");
}

} // namespace
} // namespace acc::test
