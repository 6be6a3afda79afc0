// do and while loops that count, and counters with a life beyond their loop.
#include "tests/support/Source.h"

namespace acc::test {
namespace {

const std::map<std::string, std::vector<int64_t>> kBox = {{"n", {-2, -1, 0, 1, 2, 5}},
                                                          {"m", {-1, 0, 1, 3, 4}}};

int compared(const std::string &body) {
  return compareOnBox("void f(int n, int m, float *A, float *B) { int i, j; " + body + " }", kBox);
}

/// Twice, with i set to `start` before it.
int comparedFrom(const std::string &start, const std::string &body) {
  return compared("for (int k = 0; k < 2; k++) { i = " + start + "; " + body + " }");
}

TEST(LoopKinds, DoLoopsRunBeforeTheirTest) {
  EXPECT_GT(comparedFrom("0", "do { A[i] = 0; i++; } while (i < n);"), 0);
  EXPECT_GT(comparedFrom("0", "do { j = 0; do { A[i*m + j] = 0; j++; } while (j < m); i++; }"
                              " while (i < n);"),
            0);
  EXPECT_GT(comparedFrom("n", "do A[i] = B[i]; while (i-- > 0);"), 0);
  EXPECT_GT(comparedFrom("n", "do A[i] = B[i]; while (--i > 0);"), 0);
  EXPECT_GT(
      comparedFrom("0", "do { j = 0; do A[i*m + j] = 0; while (++j <= i); } while (++i < n);"), 0);
}

TEST(LoopKinds, DoLoopsNeedThatTheirFirstTestHolds) {
  Scop scop = liftedOf("void f(int n, float *A) { int i = 0;"
                       " do { A[i] = 0; i++; } while (i < n); }");
  ASSERT_EQ(scop.entryWraps.size(), 1u);
  EXPECT_EQ(scop.entryWraps[0].value - scop.entryWraps[0].low,
            Polynomial::symbol("n") - Polynomial(1));
}

TEST(LoopKinds, ContinueOfADoLoopGoesToTheStepInItsTest) {
  EXPECT_GT(comparedFrom("0", "do { if (i == 2) continue; A[i] = 0; } while (++i < n);"), 0);
}

TEST(LoopKinds, StepsThatAreWrittenOut) {
  EXPECT_GT(compared("for (i = 0; i < n; i = i + 2) for (j = m; j > 0; j = j - 1) A[i*m + j] = 0;"),
            0);
  EXPECT_GT(compared("for (i = 0; i < n; i = m + i) A[i] = B[i];"), 0);
  EXPECT_GT(comparedFrom("0", "j = 0; for (; i < n; i = i + 1) { A[j] = B[i]; j = j + m; }"), 0);
  EXPECT_GT(comparedFrom("0", "while (i < n) { A[i] = 0; i = i + 1; B[i] = 1; }"), 0);
  EXPECT_GT(comparedFrom("0", "float *p = A; for (; i < n; i++) { *p = B[i]; p = p + 1; }"), 0);
}

TEST(LoopKinds, TestsThatStepWhereTheyHold) {
  EXPECT_GT(compared("for (i = n; i > 0 && i--;) for (j = m; j && j--;) A[i*m + j] = B[i];"), 0);
  EXPECT_GT(
      comparedFrom("n", "while (0 < i && i--) { if (i == 2) continue; A[i] = B[i]; } A[i] = 1;"),
      0);
  EXPECT_EQ(
      refusalOf("void f(int n, float *A) { int i = n; while (i >= 0 && i--) A[i] = 0; }").kind,
      RejectionKind::LoopForm);
  EXPECT_EQ(
      refusalOf("void f(int n, int m, float *A) { int i = n; while (m > 0 && i--) A[i] = 0; }")
          .kind,
      RejectionKind::LoopForm);
}

TEST(LoopKinds, WhatIsNoStepIsNotReadAsOne) {
  EXPECT_EQ(
      refusalOf("void f(int n, float *A) { int i; for (i = 0; i < n; i = n - i) A[i] = 0; }").kind,
      RejectionKind::LoopStep);
  EXPECT_EQ(
      refusalOf("void f(int n, float *A) { int i; for (i = 0; i < n; i = (short)i + 1) A[i] = 0; }")
          .kind,
      RejectionKind::LoopStep);
}

TEST(LoopKinds, CountersOfTheCaller) {
  EXPECT_GT(compared("while (n > 0) { A[n] = 0; n--; }"), 0);
  EXPECT_GT(compared("while (n > 0) { n -= 2; A[n + 2] = B[n + 3]; }"), 0);
  EXPECT_GT(compared("for (; n > 0; n--) for (j = 0; j < m; j++) A[n*m + j] = 0;"), 0);
}

TEST(LoopKinds, CounterOfTheCallerThatIsReadBehindTheNest) {
  Rejection why =
      refusalOf("int f(int n, float *A) { while (n > 0) { A[n] = 0; n--; } return n; }");
  EXPECT_EQ(why.kind, RejectionKind::LoopForm);
  EXPECT_NE(why.message().find("n, which is used after the nest"), std::string::npos);
}

TEST(LoopKinds, GlobalCounterHasAFinalValue) {
  Scop scop = liftedOf("int g; void f(int n, float *A) { for (g = 0; g < n; g++) A[g] = 0; }");
  ASSERT_EQ(scop.finalValues.size(), 1u);
  EXPECT_EQ(scop.nest.symbol(scop.finalValues[0].symbol).name, "g");
}

TEST(LoopKinds, GlobalCounterThatAStoreMayReach) {
  EXPECT_EQ(refusalOf("int g; void f(int n, int *A) { for (g = 0; g < n; g++) A[g] = 0; }").kind,
            RejectionKind::LoopVariable);
  EXPECT_EQ(
      refusalOf("int g; void f(int n, float *A) {"
                " for (int i = 0; i < n; i++) { for (g = 0; g < n; g++) A[g] = 0; A[g] = 1; } }")
          .kind,
      RejectionKind::LoopVariable);
}

TEST(LoopKinds, StaticVariableOfOneCall) {
  Scop own = liftedOf("void f(int n, float *A) { static int i; static float t;"
                      " for (i = 0; i < n; i++) { t = A[i]; A[i] = t*t; } }");
  EXPECT_TRUE(own.finalValues.empty());
  // What an earlier call left is read.
  Scop kept = liftedOf("void f(int n, float *A) { static int i, k; k += i;"
                       " for (i = 0; i < n; i++) A[i] = 0; }");
  EXPECT_EQ(kept.finalValues.size(), 1u);
  EXPECT_EQ(refusalOf("void f(int n, float *A) { static float t;"
                      " for (int i = 0; i < n; i++) { A[i] += t; t = A[i]; } }")
                .kind,
            RejectionKind::ScalarState);
}

TEST(LoopKinds, MemberOfALocalStructure) {
  Scop scop = liftedOf("struct s { int i; }; int f(int n, float *A) { struct s c;"
                       " for (c.i = 0; c.i < n; c.i++) A[c.i] = 0; return c.i; }");
  ASSERT_EQ(scop.finalValues.size(), 1u);
  EXPECT_EQ(scop.nest.symbol(scop.finalValues[0].symbol).name, "c.i");
}

TEST(LoopKinds, MemberThatIsReadWithItsStructure) {
  EXPECT_EQ(refusalOf("struct s { int i, w; }; void f(int n, struct s *A) { struct s c; c.w = 0;"
                      " for (c.i = 0; c.i < n; c.i++) A[c.i] = c; }")
                .kind,
            RejectionKind::LoopVariable);
}

std::set<std::string> readsOf(const std::string &body) {
  Scop scop = liftedOf("struct s { int a, b; }; void f(int n, int m, struct s *p, const int *q,"
                       " float *A) { for (int i = 0; i < n; i++) { " +
                       body + " } }");
  std::set<std::string> found;
  for (const CertainRead &read : scop.reads)
    found.insert(read.locations.begin(), read.locations.end());
  return found;
}

TEST(CertainReads, OnlyWhereControlComesToThem) {
  using Names = std::set<std::string>;
  EXPECT_EQ(readsOf("if (p->a) A[i] = 0;"), (Names{"p->a"}));
  EXPECT_EQ(readsOf("if (i > 3 && p->a) A[i] = 0;"), Names{});
  EXPECT_EQ(readsOf("if (i > 3 || q[1]) A[i] = 0;"), Names{});
  EXPECT_EQ(readsOf("if (q[1] && p->a) A[i] = 0;"), (Names{"q[1]"}));
  EXPECT_EQ(readsOf("for (int j = 0; j < (i < p->a ? i : p->a); j++) A[j] = 0;"), (Names{"p->a"}));
  EXPECT_EQ(readsOf("if (A[i] > 0) if (p->a) A[i] = 0; A[i] = 1;"), Names{});
}

/// What both branches read, before anything that may change it or leave.
TEST(CertainReads, InBothBranches) {
  using Names = std::set<std::string>;
  EXPECT_EQ(readsOf("if (A[i] > 0) A[i] = p->a + q[1]; else A[i] = p->b - p->a;"), (Names{"p->a"}));
  EXPECT_EQ(readsOf("if (A[i] > 0) A[i] = p->a;"), Names{});
  EXPECT_EQ(readsOf("int k; if (A[i] > 0) { k = 1; A[k] = p->a; } else A[i] = p->a;"),
            (Names{"p->a"}));
  EXPECT_EQ(readsOf("float t = A[i] > 0 ? q[1] : p->a + q[1]; A[i] = t;"), (Names{"q[1]"}));
  EXPECT_EQ(readsOf("float t = A[i] > 0 ? q[1] : p->a; A[i] = t;"), Names{});
  EXPECT_EQ(readsOf("if (A[i] > 0) { A[i] = 0; A[i] += p->a; } else A[i] = p->a;"), Names{});
}

} // namespace
} // namespace acc::test
