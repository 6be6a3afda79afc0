// Asserts and returns whose conditions are demanded at nest entry.
#include "tests/support/Source.h"

namespace acc::test {
namespace {

std::string kernel(const std::string &body) {
  return "extern int complain(int); _Noreturn void fail(void); "
         "int f(int n, int m, int d, int lda, float *A, const float *B, const float *p)"
         " { for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) { " +
         body + " } return 0; }";
}

const std::string kStore = "A[i*lda + j] = B[j*n + i];";

/// The demands, as one condition.
Condition needsOf(const Scop &scop) {
  std::vector<Condition> parts;
  for (const Assumption &need : scop.needs)
    parts.push_back(need.condition);
  return Condition::conjunction(parts);
}

TEST(Demands, ABranchThatReturnsIsNeverTaken) {
  for (std::string body : {"if (d > 3) return complain(d); " + kStore,
                           "if (d > 3) { A[j] = 1; return 2; } else { " + kStore + " }",
                           "if (d <= 3) { " + kStore + " } else return 1;",
                           "switch (d) { case 4: return complain(4); default: " + kStore + " }"}) {
    Scop scop = liftedOf(kernel(body));
    EXPECT_FALSE(scop.unknown) << body;
    ASSERT_EQ(scop.statements.size(), 1u) << body;
    EXPECT_FALSE(scop.statements[0].opaque) << body;
    bool holds = true;
    for (const Assumption &need : scop.needs)
      holds &= need.condition.evaluate({{"d", 4}}).value_or(true);
    for (const WrapRequirement &wrap : scop.entryWraps)
      if (auto value = wrap.value.substitute({{"d", Polynomial(4)}}).constant())
        holds &= *value >= *wrap.low.constant() && *value <= *wrap.high.constant();
    EXPECT_FALSE(holds) << body;
  }
}

TEST(Demands, AreMadeWhereControlComesToThem) {
  Scop scop =
      liftedOf(kernel("if (d > 2) { if (lda < 3) return 1; " + kStore + " } else " + kStore));
  EXPECT_FALSE(scop.unknown);
  EXPECT_EQ(scop.statements.size(), 2u);
  for (int d : {0, 2, 3})
    for (int lda : {2, 3})
      EXPECT_EQ(needsOf(scop).evaluate({{"d", d}, {"lda", lda}}), d <= 2 || lda >= 3);
}

TEST(Demands, AreMadeBehindData) {
  Scop scop = liftedOf(
      kernel("if (B[j*n + i] > 0) { if (!p) fail(); if (d == 7) return 2; " + kStore + " }"));
  EXPECT_FALSE(scop.unknown);
  ASSERT_EQ(scop.statements.size(), 1u);
  EXPECT_EQ(needsOf(scop).evaluate({{"d", 7}, {"is", 1}}), false);
  EXPECT_EQ(needsOf(scop).evaluate({{"d", 6}, {"is", 1}}), true);
}

TEST(Demands, WhatDependsOnDataIsTold) {
  for (std::string body :
       {kStore + " if (A[i*lda + j] > 0) return 1;", "if (i == 3) return 2; " + kStore,
        "if (B[j*n + i] > 0) { " + kStore + " return 1; }"}) {
    Scop scop = liftedOf(kernel(body));
    ASSERT_TRUE(scop.unknown) << body;
    EXPECT_EQ(scop.unknown->kind, RejectionKind::Jump) << body;
    EXPECT_TRUE(scop.needs.empty()) << body;
  }
}

TEST(Demands, CallsThatEndBelowDataAreJumps) {
  for (const std::string call : {"__builtin_unreachable()", "__builtin_abort()"}) {
    Scop scop = liftedOf(kernel("if (A[i*lda + j] > 0) " + call + "; " + kStore));
    ASSERT_TRUE(scop.unknown) << call;
    EXPECT_EQ(scop.unknown->kind, RejectionKind::Jump) << call;
    EXPECT_NE(scop.unknown->message().find("condition that cannot be tested"), std::string::npos);
  }
}

TEST(Demands, CallsElsewhereAreStillMade) {
  Scop scop = liftedOf(kernel("if (d > 3) return complain(d); complain(i); " + kStore));
  ASSERT_TRUE(scop.unknown);
  EXPECT_EQ(scop.unknown->kind, RejectionKind::Call);
}

} // namespace
} // namespace acc::test
