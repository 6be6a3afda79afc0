// Two trees of one nest, run side by side: each thing in which they may differ is told.
#include "analysis/tree/CompareRuns.h"
#include "analysis/tree/LiveOut.h"
#include "tests/support/Source.h"

namespace acc::test {
namespace {

/// What differs between two loops of one function with these parameters and local variables.
std::string between(const std::string &source, const std::string &form) {
  auto read = [](const std::string &loop) {
    return nestOf(
        "int g; void f(int n, int m, float *A, const float *B, unsigned char *C) { int i, k; " +
        loop + " }");
  };
  SourceNest nest = read(source);
  RunComparison runs = compareRuns(nest, read(form), liveOutOf(nest), {{"n", 4}, {"m", 3}});
  EXPECT_TRUE(runs.isCompared) << source;
  return runs.difference;
}

const std::string kLoop = "for (i = 0; i < n; i++) ";

TEST(CompareRuns, TheSameDoesTheSame) {
  EXPECT_EQ(between(kLoop + "A[i] = B[i]*2;", kLoop + "A[i] = B[i] + B[i];"), "");
  EXPECT_EQ(
      between("for (i = 0, k = 0; i < n; i++, k += 2) A[i] = B[k];", kLoop + "A[i] = B[2*i];"), "");
  EXPECT_EQ(between(kLoop + "{ if (i == 2) continue; A[i] = 1; }", kLoop + "if (i != 2) A[i] = 1;"),
            "");
  EXPECT_EQ(between(kLoop + "{ if (i == 2) break; A[i] = 1; }",
                    "for (i = 0; i < n && i != 2; i++) A[i] = 1;"),
            "");
  EXPECT_EQ(between(kLoop + "{ if (i == 2) return; A[i] = 1; }",
                    "for (i = 0; i < n && i != 2; i++) A[i] = 1;"),
            "");
}

TEST(CompareRuns, WhatDiffersIsTold) {
  EXPECT_NE(between(kLoop + "A[i] = B[i];", kLoop + "A[i] = B[i + 1];"), "");
  EXPECT_NE(between(kLoop + "A[i] = B[i];", kLoop + "A[i] = -B[i];"), "");
  EXPECT_NE(between(kLoop + "C[i] = i + 300;", kLoop + "C[i] = i + 301;"), "");
  EXPECT_NE(between(kLoop + "A[i] = 1;", "for (i = n - 1; i >= 0; i--) A[i] = 1;"), "");
  EXPECT_NE(between(kLoop + "A[i] = 1;", "for (i = 0; i <= n; i++) A[i] = 1;"), "");
  EXPECT_NE(between(kLoop + "if (i > 1) A[i] = B[i];",
                    kLoop + "{ float t = B[i]; if (i > 1) A[i] = t; }"),
            "");
  EXPECT_NE(between(kLoop + "g += i;", kLoop + "g += 2;"), "");
  EXPECT_NE(between(kLoop + "A[i] = 1;", "for (i = 0; i < n;) A[i] = 1;"), "");
}

} // namespace
} // namespace acc::test
