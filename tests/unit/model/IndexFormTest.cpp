// Indices beyond polynomials: quotients and remainders, conditional indices, flat
// loops and packed rows. Each is run and enumerated side by side, and has the
// loops, pieces and requirements that it should.
#include "analysis/model/BuildScop.h"
#include "tests/support/Source.h"

using namespace acc;
using namespace acc::test;

namespace {

const std::vector<int64_t> kSizes{-2, -1, 0, 1, 2, 3, 4};

std::vector<std::string> needsOf(const Scop &scop) {
  std::vector<std::string> texts;
  for (const Assumption &need : scop.needs)
    texts.push_back(need.condition.str());
  return texts;
}

TEST(FlatLoop, QuotientAndRemainderAreTwoLoops) {
  const char *text = R"(
void f(int n, int m, double *B, const double *A) {
  for (int t = 0; t < n * m; t++)
    B[(t % m) * n + t / m] = A[t] + t;
})";
  Scop scop = liftedOf(text);
  EXPECT_EQ(scop.loops.size(), 2u);
  EXPECT_EQ(needsOf(scop), std::vector<std::string>{"m > 0"});
  EXPECT_GT(compareOnBox(text, {{"n", kSizes}, {"m", kSizes}}), 15);
}

TEST(FlatLoop, ThreeDimensionsInEitherSpelling) {
  const char *nested = R"(
void f(int b, int n, int m, double *B) {
  for (int t = 0; t < b * n * m; t++)
    B[((t % m) * n + (t / m) % n) * b + t / (n * m)] += 1;
})";
  EXPECT_EQ(liftedOf(nested).loops.size(), 3u);
  EXPECT_GT(compareOnBox(nested, {{"b", {0, 1, 2}}, {"n", {1, 2, 3}}, {"m", {-1, 1, 2, 3}}}), 20);
  const char *remainder = R"(
void f(unsigned b, unsigned n, unsigned m, double *B) {
  for (unsigned t = 0; t < b * n * m; t++)
    B[((t % m) * n + t % (n * m) / m) * b + t / (n * m)] += 1;
})";
  EXPECT_EQ(liftedOf(remainder).loops.size(), 3u);
  EXPECT_GT(compareOnBox(remainder, {{"b", {0, 1, 2}}, {"n", {1, 2, 3}}, {"m", {1, 2, 3}}}), 20);
}

TEST(FlatLoop, StepOfAParameter) {
  const char *text = R"(
void f(long n, long m, double *A) {
  for (long x = 0; x < n * m; x += m)
    for (long j = 0; j < m; j++)
      A[x + j] = x;
})";
  Scop scop = liftedOf(text);
  EXPECT_EQ(needsOf(scop), std::vector<std::string>{"m > 0"});
  EXPECT_GT(compareOnBox(text, {{"n", kSizes}, {"m", kSizes}}), 15);
  EXPECT_GT(compareOnBox(R"(
void f(int n, int m, double *A) {
  for (int x = 0; x <= n * m; x += m)
    A[x] = 1;
})",
                         {{"n", kSizes}, {"m", kSizes}}),
            15);
  EXPECT_GT(compareOnBox(R"(
void f(int a, int b, int m, double *A) {
  for (int x = a; x <= b; x += m)
    A[x] = x;
})",
                         {{"a", {-1, 0, 2}}, {"b", {-2, -1, 0, 1, 5, 8}}, {"m", {0, 1, 2, 3}}}),
            50);
}

TEST(FlatLoop, AVariableThatIsReadAfterwardsStaysWhole) {
  EXPECT_EQ(refusalOf(R"(
int f(int n, int m, double *B) {
  int t;
  for (t = 0; t < n * m; t++)
    B[(t % m) * n + t / m] = 0;
  return t;
})")
                .kind,
            RejectionKind::NonPolynomialIndex);
}

TEST(ConstantDivisor, SplitsTheLoop) {
  const char *text = R"(
void f(int n, int m, double *A, double *B) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[(i / 2) * m + j] += B[(i % 2) * m + j] + i;
})";
  EXPECT_EQ(liftedOf(text).loops.size(), 3u);
  EXPECT_GT(compareOnBox(text, {{"n", {-1, 0, 1, 2, 5, 6}}, {"m", {0, 1, 3}}}), 15);
  EXPECT_GT(compareOnBox(R"(
void f(unsigned n, double *A) {
  for (unsigned i = 3; i < n; i++)
    A[(i >> 2) * 100 + (i & 3) + (i + 1) % 4 * 10] += 1;
})",
                         {{"n", {0, 3, 4, 5, 8, 13}}}),
            4);
}

TEST(ConstantDivisor, SeveralOfThemAndConditions) {
  EXPECT_GT(compareOnBox(R"(
void f(int n, double *A) {
  for (int i = 0; i < n; i++) {
    if (i % 2 == 0)
      A[i / 2] += 1;
    else
      A[i % 2 + i / 2] += 2;
    for (int k = i / 2; k < n; k++)
      A[k * 7 + i] = 0;
  }
  for (int i = 0; i < n; i++)
    A[i / 3 + i % 2] = 1;
})",
                         {{"n", {-1, 0, 1, 2, 3, 6, 7, 12, 13}}}),
            6);
}

/// The condition that the split of the first loop needs of the parameters; "" for none.
std::string needOf(const std::string &text) {
  Scop scop = liftedOf(text);
  return scop.needs.empty() ? "" : scop.needs[0].condition.str();
}

TEST(ConstantDivisor, AStartThatIsNotKnownIsToBeAtLeastZero) {
  const char *text = R"(
void f(int a, int b, int n, const int *A, int *C) {
  for (int i = 0; i < n; i++)
    for (int j = a; j <= b; j++)
      C[i] += (A[i*2 + (j >> 5)] >> (31 - (j & 31))) & 1;
})";
  EXPECT_EQ(needOf(text), "a >= 0");
  EXPECT_EQ(compareOnBox(text, {{"n", {0, 2}}, {"a", {-3, 0, 1, 31, 33}}, {"b", {-5, 0, 31, 40}}}),
            2 * 4 * 4);
  EXPECT_EQ(needOf("void f(unsigned long a, unsigned long n, double *A) {"
                   " for (unsigned long i = a; i < n; i++) A[i / 2] = 0; }"),
            "");
  EXPECT_EQ(refusalOf("void f(int m, int n, double *A, int *B) { for (int i = -m; i < m; i++)"
                      " for (int j = i; j < n; j++) A[j / 2] = 0; }")
                .kind,
            RejectionKind::NonPolynomialIndex);
}

TEST(ConstantDivisor, WhatIsAddedToTheCounterIsDividedWithIt) {
  const char *text = R"(
void f(int n, int m, int x, const int *B, int *A) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i*9 + ((x + j) >> 2)] += B[i*m + j] * ((j + x) & 3);
})";
  EXPECT_EQ(needOf(text), "x >= 0");
  EXPECT_EQ(compareOnBox(text, {{"n", {0, 2}}, {"m", {0, 1, 3, 9}}, {"x", {-2, 0, 1, 6, 8}}}),
            2 * 4 * 4);
  // Where x + j is no number of the counter's type, it may wrap where the source does not.
  EXPECT_EQ(refusalOf("void f(int n, long x, double *A) { for (int i = 0; i < n; i++)"
                      " A[(i + x) / 4] += A[i]; }")
                .kind,
            RejectionKind::NonPolynomialIndex);
}

TEST(ConstantDivisor, NegativeDividendsRoundTowardsZero) {
  EXPECT_GT(compareOnBox(R"(
void f(int n, double *A) {
  for (int i = 0; i < n; i++)
    A[(i - 2) % 4 + 10] = 0;
})",
                         {{"n", {0, 1, 2, 5}}}),
            0);
}

TEST(WrapAround, OnePieceForEachSide) {
  const char *text = R"(
void f(int n, int m, double *A, double *B) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i*m + j] = B[((i + 1) % n) * m + (j + m - 1) % m];
})";
  Scop scop = liftedOf(text);
  EXPECT_EQ(scop.statements.size(), 4u);
  EXPECT_TRUE(scop.needs.empty());
  EXPECT_GT(compareOnBox(text, {{"n", kSizes}, {"m", kSizes}}), 40);
}

TEST(WrapAround, AnUnknownStartIsARequirement) {
  const char *text = R"(
void f(int n, int head, int cap, double *A, double *B) {
  for (int i = 0; i < n; i++)
    A[i] = B[(head + i) % cap];
})";
  Scop scop = liftedOf(text);
  EXPECT_EQ(scop.statements.size(), 2u);
  EXPECT_FALSE(scop.needs.empty());
  EXPECT_GT(
      compareOnBox(text, {{"n", {0, 1, 3}}, {"head", {-1, 0, 2}}, {"cap", {-2, -1, 1, 2, 4}}}), 10);
}

TEST(ConditionalIndex, OnePieceForEachBranch) {
  const char *text = R"(
void f(int n, double *A, double *B) {
  for (int i = 0; i < n; i++)
    A[i] = B[i == 0 ? 0 : i - 1] + B[i + 1 < n ? i + 1 : n - 1] + B[i < 2 ? i : 2];
})";
  EXPECT_GT(liftedOf(text).statements.size(), 2u);
  EXPECT_GT(compareOnBox(text, {{"n", kSizes}}), 5);
  EXPECT_GT(compareOnBox(R"(
void f(int n, int flag, double *A) {
  for (int i = 0; i < n; i++)
    A[flag > 1 ? (i > 0 ? (i - 1) % n : 0) : 2 * i] += 1;
})",
                         {{"n", kSizes}, {"flag", {0, 2}}}),
            10);
}

TEST(PackedRows, ExactQuotients) {
  EXPECT_GT(compareOnBox(R"(
void f(int n, double *A, double *B) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      A[i * (i + 1) / 2 + j] = 1;
      B[((2 * n - j - 1) * j >> 1) + i] += A[j + i * (i + 1) * (i + 2) / 6];
    }
})",
                         {{"n", kSizes}}),
            5);
  EXPECT_EQ(
      refusalOf("void f(int n, double *A) { for (int i = 0; i < n; i++) A[i * (i + 2) / 2] = 0; }")
          .kind,
      RejectionKind::NonPolynomialIndex);
}

TEST(IndexPieces, AbsoluteValues) {
  EXPECT_GT(compareOnBox(R"(
int abs(int);
void f(int n, int m, double *A) {
  for (int i = 0; i < n; i++)
    A[abs(i - m)] = i;
})",
                         {{"n", {0, 1, 3, 5}}, {"m", {-1, 0, 2, 7}}}),
            8);
}

TEST(IndexPieces, TheCallerSaysWhatTheyMayCost) {
  SourceNest nest = nestOf(R"(
void f(int n, int flag, double *A) {
  for (int i = 0; i < n; i++)
    A[flag > 1 ? (i > 0 ? (i - 1) % n : 0) : 2 * i] += 1;
})");
  EXPECT_TRUE(buildScop(nest, IslContext()));
  Outcome<Scop> refused = buildScop(nest, IslContext(20));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.rejection().kind, RejectionKind::TooComplex);
}

} // namespace
