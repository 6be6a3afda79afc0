// Steps that stand among the other statements of a body: they move only where nothing notices. The
// interpreter, which runs the nest as it stands, must agree with the scop.
#include "tests/support/Source.h"

using namespace acc;
using namespace acc::test;

namespace {

const std::vector<int64_t> kSizes{0, 1, 2, 5};

std::string function(const std::string &body) {
  return "int g; void f(int n, int m, int s, int *I, double *A, double *B) { int i, j, k, d = s;"
         " (void)j; (void)k; (void)d; for (int once = 0; once < 1; once++) { " +
         body + " } }";
}

/// Either the nest is refused or it is read right.
void readsRightOrNot(const std::string &body) {
  std::string text = function(body);
  if (auto scop = scopOf(text); scop && !scop->unknown)
    compareOnBox(text, {{"n", kSizes}, {"m", {1, 3}}, {"s", {1, 2}}});
}

TEST(StepOrder, TheAmountIsAssignedBehindTheStep) {
  const std::string work = "for (j = 0; j < m; j++) A[i*m + j] += 1;";
  for (const char *change : {"d = 1;", "d += 1;", "s = 1; d = s;", "d = 3 - d;"})
    for (const std::string &loop :
         {"i = 0; while (i < n) { " + work + " i += d; " + change + " }",
          "i = 0; do { " + work + " i += d; " + change + " } while (i < n);",
          "for (i = 0; i < n;) { i += d; " + work + change + " }",
          "i = 0; while (i < n) { i += d; B[i] = 1; " + std::string(change) + work + " }",
          "for (i = n; i > 0;) { " + work + " i -= d; " + change + " }",
          "for (i = 0; i < n; i += d, d = 1) { " + work + " }"})
      readsRightOrNot(loop);
}

TEST(StepOrder, StatementsBehindTheStepReadTheCounter) {
  for (const char *loop : {"i = 0; while (i < n) { i += 1; A[i*m] = 0; k = 3; }",
                           "i = 0; while (i < n) { A[i*m] = 1; i += 2; B[i] = 2; d = 1; }",
                           "i = 0; while (i < n) { i += s; A[i] = i; }"}) {
    std::string text = function(loop);
    EXPECT_TRUE(scopOf(text)) << loop;
    EXPECT_GT(compareOnBox(text, {{"n", kSizes}, {"m", {1, 3}}, {"s", {1, 2}}}), 4) << loop;
  }
}

TEST(StepOrder, TheBodyMayEndBehindTheStep) {
  for (const char *loop : {"i = 0; while (i < n) { i += 1; if (I[i] > 3) break; A[i*m] = 0; }",
                           "i = 0; while (i < n) { i += 1; if (I[i] > 3) return; A[i*m] = 0; }"})
    EXPECT_EQ(refusalOf(function(loop)).kind, RejectionKind::LoopForm) << loop;
}

TEST(StepOrder, PartsOfAHead) {
  for (const char *head : {"i = 0, k = 0; i < n; i++, k += i", "i = 0, k = 0; i < n; k += i, i++",
                           "i = 1, k = i; i < n; i++, k = i*2", "k = 2, i = k; i < n; i++, k += 2",
                           "i = 0, k = 5; i < n; k += 3, i++"})
    readsRightOrNot("for (" + std::string(head) + ") for (j = 0; j < m; j++) A[k*m + j] += i;");
}

TEST(StepOrder, WhatStartsALoopIsNotMovedOverItsOperands) {
  for (const char *body :
       {"for (i = 0; i < n; i++) { k = d; d = 0; while (k < m) { A[i*m + k] = 1; k++; } d = s; }",
        "for (i = 0; i < n; i++) { k = 0; B[k] = 2; for (; k < m; k++) A[i*m + k] = 1; }",
        "for (i = 0; i < n; i++) { k = g; I[0] = 2; for (; k < m; k++) A[i*m + k] = 1; }"})
    readsRightOrNot(body);
}

} // namespace
