// Running indices and walking pointers in closed form: the interpreter, which runs them as
// they stand, must agree with the scop.
#include "tests/support/Source.h"

using namespace acc;
using namespace acc::test;

namespace {

const std::vector<int64_t> kSizes{-1, 0, 1, 2, 3};

TEST(Induction, RunningIndexOverTwoLoops) {
  EXPECT_GT(compareOnBox("void f(int n, int m, float *A, float *B) { int i, j, k;"
                         " for (i = 0, k = 0; i < n; i++)"
                         " for (j = 0; j < m; j++) A[i*m + j] = B[k++]; }",
                         {{"n", kSizes}, {"m", kSizes}}),
            8);
}

TEST(Induction, StartsWhereItIsBeforeTheNest) {
  EXPECT_GT(compareOnBox("void f(int n, int k, float *A) { int i;"
                         " for (i = n; i > 0; i--) { A[k] = 0; k += 3; } }",
                         {{"n", kSizes}, {"k", {0, 5}}}),
            4);
}

TEST(Induction, SecondVariableOfTheLoop) {
  EXPECT_GT(compareOnBox("void f(int n, float *A, float *B) { int i, j;"
                         " for (i = 0, j = n - 1; i < n; i++, j--) A[i] = B[j]; }",
                         {{"n", kSizes}}),
            2);
}

TEST(Induction, TailAfterAnInnerLoopNeedsItsLength) {
  const char *text = "void f(int n, int m, int k, float *A) { int i, j;"
                     " for (i = 0; i < n; i++) {"
                     " for (j = 0; j < m; j++) A[k++] = 0; A[k++] = 1; } }";
  Scop scop = liftedOf(text);
  ASSERT_FALSE(scop.needs.empty());
  EXPECT_GT(compareOnBox(text, {{"n", kSizes}, {"m", {0, 1, 2, 3}}, {"k", {0, 4}}}), 8);
}

TEST(Induction, ALoopThatDoesNotRunReadsNoAmount) {
  const char *text = "void f(int n, int m, int *A, short *B) { int i, j, s;"
                     " for (i = 0; i < n; i++) { s = 0;"
                     " for (j = 0; j < m; j++) s += B[i]; A[i] = s; } }";
  EXPECT_GT(compareOnBox(text, {{"n", kSizes}, {"m", {-1, 0, 1}}}), 4);
}

TEST(Induction, AmountsThatGrowWithTheCounter) {
  EXPECT_GT(compareOnBox("void f(int n, int k, float *A) { int i, j;"
                         " for (i = 0; i < n; i++) for (j = 0; j <= i; j++) A[k++] = 0; }",
                         {{"n", kSizes}, {"k", {0, 3}}}),
            8);
  EXPECT_GT(compareOnBox("void f(int n, int s, float *A) { int i, j, k = 0;"
                         " for (j = s; j < n; j++) {"
                         " for (i = j; i < n; i++) A[k + i - j] = 0; k += n - j; } }",
                         {{"n", {1, 2, 3, 4}}, {"s", {0, 1, 2}}, {"k", {0}}}),
            8);
  EXPECT_GT(
      compareOnBox("void f(int n, float *p) { int i, j;"
                   " for (i = 2; i < n; i++) { for (j = 0; j < 2*i; j++) *p++ = 1; p += 3*i; } }",
                   {{"n", {1, 3, 4, 5}}}),
      2);
}

TEST(Induction, StepsOfTwo) {
  EXPECT_GT(compareOnBox("void f(int n, float *A) { int i, k = 1;"
                         " for (i = 0; i < n; i += 2) { A[k] = 0; k += 4; } }",
                         {{"n", kSizes}, {"k", {1}}}),
            2);
}

TEST(Induction, WhatTheCodeBehindTheNestReads) {
  const char *index = "int f(int n, int k, float *A) { int i;"
                      " for (i = n; i > 0; i--) { A[k] = 0; k += 3; } return k; }";
  EXPECT_GT(compareOnBox(index, {{"n", kSizes}, {"k", {0, 5}}}), 4);
  Scop scop = liftedOf(index);
  ASSERT_EQ(scop.finalValues.size(), 1u);
  EXPECT_EQ(scop.finalValues[0].number.str(), "k + 3*n");
  Scop walk = liftedOf("float *f(int n, int m, float *p) { int i, j; for (i = 0; i < n; i++)"
                       " { for (j = 0; j < m; j++) p[j] = 0; p += m; } return p; }");
  ASSERT_EQ(walk.finalValues.size(), 1u);
  EXPECT_EQ(walk.finalValues[0].number.str(), "m*n");
  EXPECT_EQ(walk.nest.symbol(walk.finalValues[0].base).name, "p");
  // Where the nest is left early, or data say how far it comes.
  refusalOf("int f(int n, int k, float *A) { int i; for (i = 0; i < n; i++)"
            " { if (A[i] > 1) break; A[k] = 0; k++; } return k; }");
  refusalOf("int f(int n, int k, float *A) { int i; for (i = 0; i < n; i++)"
            " if (A[i] > 1) A[k++] = 0; return k; }");
}

TEST(Induction, WalkingPointer) {
  Scop scop = liftedOf("void f(int n, int m, float *p, const float *q) { int i, j;"
                       " for (i = 0; i < n; i++) for (j = 0; j < m; j++) *p++ = q[i*m + j]; }");
  ASSERT_EQ(scop.arrays.size(), 2u);
  EXPECT_EQ(scop.statements[0].accesses[1].subscripts[0],
            scop.statements[0].accesses[0].subscripts[0]);
}

TEST(Induction, WhatIsReadAfterTheNestIsSetOnce) {
  // Whatever the order of the loops, no iteration writes the counter.
  const char *const texts[] = {
      "int f(int n, int m, float *A, const float *B) { int i, j, k = 0;"
      " for (j = 0; j < m; j++) for (i = 0; i < n; i++) A[k++] = B[i*m + j]; return k; }",
      "float *f(int n, int m, float *A, const float *B) { int i, j; float *p = A;"
      " for (j = 0; j < m; j++) for (i = 0; i < n; i++) *p++ = B[i*m + j]; return p; }",
      "int f(int n, int m, float *A, const float *B) { int i, j, k = 3;"
      " for (j = 0; j < m; j++) { for (i = 0; i < n; i++) { A[k] = B[i*m + j]; k += 2; } k++; }"
      " return k; }"};
  for (const char *text : texts) {
    Scop scop = liftedOf(text);
    for (const ScopStatement &statement : scop.statements)
      for (const ScopAccess &access : statement.accesses)
        EXPECT_TRUE(!access.isWrite || scop.arrays[access.array].name[0] == 'A' ||
                    statement.loops.empty())
            << text;
  }
  EXPECT_GT(compareOnBox(texts[0], {{"n", kSizes}, {"m", kSizes}, {"k", {0}}}), 2);
}

TEST(Induction, NotWhenItDependsOnData) {
  EXPECT_EQ(refusalOf("void f(int n, float *A, float *B) { int i, k = 0;"
                      " for (i = 0; i < n; i++) if (B[i] > 0) A[k++] = B[i]; }")
                .kind,
            RejectionKind::ScalarState);
}

TEST(Induction, NotWhenANameReadsThePointer) {
  EXPECT_EQ(refusalOf("struct s { float *d; }; void f(int n, struct s *s) { int i;"
                      " for (i = 0; i < n; i++) { s->d[i] = 0; s++; } }")
                .kind,
            RejectionKind::IndirectBase);
}

TEST(Induction, SymbolicStep) {
  const char *text = "void f(int n, int m, int s, float *A) { int i, j;"
                     " for (i = 0; i < n; i += s) for (j = 0; j < m; j++) A[i*m + j] = 0; }";
  Scop scop = liftedOf(text);
  ASSERT_EQ(scop.needs.size(), 1u);
  EXPECT_EQ(scop.loops.size(), 2u);
}

TEST(Induction, IterationsOfALoopWithASymbolicStepAreCounted) {
  const char *text =
      "void f(int n, int w, int s, float *A, const float *B) {"
      " int i, j, row = 0, at; for (i = 0; i < n; i += s) { at = 1;"
      " for (j = 0; j < w; j += s) { A[row*9 + at] = B[i*9 + j]; at += 2; } row++; } }";
  Scop scop = liftedOf(text);
  EXPECT_FALSE(scop.unknown);
  EXPECT_GT(
      compareOnBox(text, {{"n", {0, 1, 4}}, {"w", {0, 3, 4}}, {"s", {1, 2, 3}}, {"row", {0}}}), 5);
  // The step stays; what the nest changes does not.
  auto changing = scopOf("void f(int n, int s, float *A) { int i, k = 0;"
                         " for (i = 0; i < n; i += s) { A[k] = 0; k++; s++; } }");
  EXPECT_TRUE(!changing || changing->unknown);
}

} // namespace
