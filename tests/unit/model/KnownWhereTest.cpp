// What the source tests before an access that may happen, as polynomials (ScopAccess::when).
#include "tests/support/Source.h"

namespace acc::test {
namespace {

/// The condition of the first read of `A` in `f(int n, int S, int w, float *A, float *B)`.
std::string whenRead(const std::string &body, const std::string &index = "int") {
  auto scop = scopOf("void f(int n, int S, " + index +
                     " w, float *A, float *B) {\n"
                     "  for (" +
                     index + " i = 0; i < n; i++) for (" + index + " j = 0; j < n; j++) {" + body +
                     "}\n}\n");
  if (!scop)
    return scop.rejection().message();
  for (const ScopStatement &statement : scop->statements)
    for (const ScopAccess &access : statement.accesses)
      if (scop->arrays[access.array].name == "A" && !access.isWrite)
        return access.when.str();
  return "no read";
}

TEST(KnownWhere, ATestOnAProductOfALoopVariableAndASizeIsKnown) {
  EXPECT_EQ(whenRead("if (i*S + j < w) B[i] += A[i*S + j];"), "S*i + j < w");
  EXPECT_EQ(whenRead("if (!(i*S + j >= w)) B[i] += A[i*S + j];"), "S*i + j < w");
}

TEST(KnownWhere, EachArmKnowsItsOwn) {
  EXPECT_EQ(whenRead("if (i*S + j >= w) B[i] = 0; else B[i] = A[i*S + j];"), "S*i + j < w");
  EXPECT_EQ(whenRead("B[i] += i*S + j >= w ? 0 : A[i*S + j];"), "S*i + j < w");
  EXPECT_EQ(whenRead("B[i] += i*S < w && A[i*S] > 0;"), "S*i < w");
  EXPECT_EQ(whenRead("B[i] += i*S >= w || A[i*S] > 0;"), "S*i < w");
}

TEST(KnownWhere, ATruthValueMayStandInAVariable) {
  std::string inside = "int in = i*S + j < w && i > 0; ";
  EXPECT_EQ(whenRead(inside + "B[i] += in ? A[i*S + j] : 0;"),
            whenRead("B[i] += i*S + j < w && i > 0 ? A[i*S + j] : 0;"));
  EXPECT_EQ(whenRead("int in = i*S + j < w; B[i] += in != 0 ? A[i*S + j] : 0;"), "S*i + j < w");
  EXPECT_EQ(whenRead("int in = i*S + j < w; B[i] += in == 1 ? A[i*S + j] : 0;"), "S*i + j < w");
  EXPECT_EQ(whenRead("int out = i*S + j >= w; B[i] += 0 == out ? A[i*S + j] : 0;"), "S*i + j < w");
  EXPECT_EQ(whenRead("int out = i*S + j >= w; B[i] += !out ? A[i*S + j] : 0;"), "S*i + j < w");
  EXPECT_EQ(whenRead("int in = i*S + j < w; B[i] += in != 1 ? A[i*S + j] : 0;"), "w <= S*i + j");
  EXPECT_EQ(whenRead("int in = i*S + j < w; B[i] += in != 2 ? A[i*S + j] : 0;"), "1");
}

TEST(KnownWhere, OneUnsignedComparisonSaysBothSides) {
  EXPECT_EQ(whenRead("int x = i*S + j; if ((unsigned)x < (unsigned)w) B[i] += A[x];"),
            whenRead("int x = i*S + j; if (x >= 0 && x < w) B[i] += A[x];"));
  Scop scop = liftedOf("void f(int n, int S, int w, float *A, float *B) {\n"
                       "  for (int i = 0; i < n; i++) for (int j = 0; j < n; j++)"
                       "    if ((unsigned)(i*S - j) < (unsigned)w) B[i] += A[i*S - j];\n}\n");
  ASSERT_FALSE(scop.entryWraps.empty());
  for (const WrapRequirement &wrap : scop.entryWraps) {
    EXPECT_EQ(wrap.value.str(), "w");
    EXPECT_EQ(*wrap.low.constant(), 0);
  }
}

TEST(KnownWhere, WhatDependsOnDataIsLeftOut) {
  EXPECT_EQ(whenRead("if (B[j] > 0 && i*S < w) B[i] += A[i*S];"), "S*i < w");
  EXPECT_EQ(whenRead("if (B[j] > 0 || i*S < w) B[i] += A[i*S];"), "1");
  EXPECT_EQ(whenRead("if (B[j] > 0) { if (i*S < w) B[i] += A[i*S]; }"), "S*i < w");
}

TEST(KnownWhere, NoAccessHappensWhereItDoesNotHold) {
  EXPECT_GT(compareOnBox(
                "void f(int n, int S, int w, float *A, float *B) {\n"
                "  for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) {\n"
                "    int x = i*S + j - 1;\n"
                "    if (x >= 0 && x < w) B[i] += A[x]; else if (x > w || i == j) B[i] -= A[w];\n"
                "  }\n}\n",
                {{"n", {0, 1, 3}}, {"S", {-1, 0, 2}}, {"w", {1, 3}}}, {}, true),
            0);
}

TEST(KnownWhere, ArithmeticThatMayWrapSaysNothing) {
  EXPECT_EQ(whenRead("if (i*S - j < w) B[i] += A[i*S];", "unsigned"), "1");
}

} // namespace
} // namespace acc::test
