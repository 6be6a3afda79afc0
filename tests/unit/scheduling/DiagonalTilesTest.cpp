// Updates that another statement finishes at the diagonal have register tiles, where the order
// allows it.
#include "scheduling/autoschedule/AutoSchedule.h"
#include "tests/unit/scheduling/Kernels.h"

using namespace acc;
using namespace acc::test;

namespace {

using Sizes = std::vector<int64_t>;

/// Extents of the array's buffer in the schedule chosen; empty without one.
Sizes tileOf(const Lifted &lifted, const std::string &array, unsigned registers = 32) {
  Outcome<Plan> plan = chooseSchedule(*lifted.nest, withVectors(64, registers));
  if (!plan)
    return {};
  EXPECT_TRUE(plan->schedule().checkLegality());
  for (const Promotion &promotion : plan->promotions())
    if (promotion.array == array)
      return promotedTile(plan->schedule(), array, promotion.index)->sizes;
  return {};
}

/// for k { for i > k { A[i][k] /= A[k][k]; for j > k A[i][j] -= A[i][k]*A[k][j]; } }
Lifted luByColumns(const std::string &divisor = "k*n + k") {
  return Lifted(makeScop({{"k", "0", "n"}, {"i", "k + 1", "n"}, {"j", "k + 1", "n"}},
                         {{{"k", "i"}, {0, 0, 0}, {"A", "i*n + k"}, "/=", {{"A", divisor}}},
                          {{"k", "i", "j"},
                           {0, 0, 1, 0},
                           {"A", "i*n + j"},
                           "-=",
                           {{"A", "i*n + k"}, {"A", "k*n + j"}}}},
                         "int", "double"),
                {{"A", {"n"}}});
}

/// for i { for j B[i][j] /= L[i][i]; for k > i for j2 B[k][j2] -= L[k][i]*B[i][j2]; }
Lifted solve(const AccessSpec &finished = {"B", "i*m + j"}, const std::string &operand = "i*m + j2",
             const std::string &firstSide = "0") {
  return Lifted(makeScop({{"i", "0", "n"},
                          {"j", firstSide, "m", "i"},
                          {"k", "i + 1", "n", "i"},
                          {"j2", "0", "m", "k"}},
                         {{{"i", "j"}, {0, 0, 0}, finished, "/=", {{"L", "i*n + i"}}},
                          {{"i", "k", "j2"},
                           {0, 1, 0, 0},
                           {"B", "k*m + j2"},
                           "-=",
                           {{"L", "k*n + i"}, {"B", operand}}}},
                         "int", "double"),
                {{"B", {"m"}}, {"L", {"n"}}});
}

/// for j { for i B[j][i] *= F[..]; for k < j for i2 B[j][i2] -= U[j][k]*B[k][i2]; for i3 B[j][i3]
/// /= U[j][j] }: the first in place `first`, the last in place `last` of the loop over j.
Lifted solveRight(int first = 0, int last = 2, const std::string &factor = "j") {
  return Lifted(makeScop({{"j", "0", "n"},
                          {"i", "0", "m", "j"},
                          {"k", "0", "j", "j"},
                          {"i2", "0", "m", "k"},
                          {"i3", "0", "m", "j"}},
                         {{{"j", "i"}, {0, first, 0}, {"B", "j*m + i"}, "*=", {{"F", factor}}},
                          {{"j", "k", "i2"},
                           {0, 1, 0, 0},
                           {"B", "j*m + i2"},
                           "-=",
                           {{"U", "j*n + k"}, {"B", "k*m + i2"}}},
                          {{"j", "i3"}, {0, last, 0}, {"B", "j*m + i3"}, "/=", {{"U", "j*n + j"}}}},
                         "int", "double"),
                {{"B", {"m"}}, {"U", {"n"}}});
}

TEST(DiagonalTiles, WhatComesBeforeAndBehindTheReduction) {
  Lifted lifted = solveRight();
  EXPECT_EQ(tileOf(lifted, "B"), (Sizes{8, 16}));
  Plan plan = *chooseSchedule(*lifted.nest, withVectors(64, 32));
  EXPECT_EQ(plan.schedule().order().front().kind,
            NestDimension::Kind::Fusing);                   // the factors, before all
  EXPECT_EQ(tileOf(solveRight(3, 2), "B"), (Sizes{8, 16})); // both behind it
}

TEST(DiagonalTiles, Factorisation) {
  EXPECT_EQ(tileOf(luByColumns(), "A"), (Sizes{8, 16}));
  EXPECT_EQ(tileOf(luByColumns(), "A", 16), (Sizes{6, 16}));
}

/// for i { for j < i { for k < j A[i][j] -= A[i][k]*A[k][j]; A[i][j] /= A[j][j]; }
///         for j2 >= i  for k2 < i A[i][j2] -= A[i][k2]*A[k2][j2]; }
Lifted luByRows(const std::string &below = "A", const std::string &divisor = "j*n + j") {
  return Lifted(makeScop({{"i", "0", "n"},
                          {"j", "0", "i", "i"},
                          {"k", "0", "j", "j"},
                          {"j2", "i", "n", "i"},
                          {"k2", "0", "i", "j2"}},
                         {{{"i", "j", "k"},
                           {0, 0, 0, 0},
                           {below, "i*n + j"},
                           "-=",
                           {{below, "i*n + k"}, {"A", "k*n + j"}}},
                          {{"i", "j"}, {0, 0, 1}, {below, "i*n + j"}, "/=", {{"A", divisor}}},
                          {{"i", "j2", "k2"},
                           {0, 1, 0, 0},
                           {"A", "i*n + j2"},
                           "-=",
                           {{below, "i*n + k2"}, {"A", "k2*n + j2"}}}},
                         "int", "double"),
                {{"A", {"n"}}, {"L", {"n"}}});
}

// Both sums are one tile's; the quotient has its place one step before their end, where the next
// column does not need it yet.
TEST(DiagonalTiles, SumsBesideOneAnother) {
  Lifted lifted = luByRows();
  EXPECT_EQ(tileOf(lifted, "A"), (Sizes{8, 16}));
  Plan plan = *chooseSchedule(*lifted.nest, withVectors(64, 32));
  const std::vector<Step> &steps = plan.schedule().steps();
  ASSERT_FALSE(steps.empty());
  EXPECT_EQ(steps[0].kind, Step::Kind::Sink);
  EXPECT_EQ(steps[0].places[0].str(), "j - 1");
  EXPECT_EQ(plan.schedule().order().front().name, "j2"); // all in one loop over blocks of columns
}

/// for k { for j > k A[k][j] /= A[k][k]; for i > k for j2 >= i A[i][j2] -= A[k][i]*A[k][j2]; }: j2
/// begins with i, and j behind k.
TEST(DiagonalTiles, LoopsFromOtherValuesOnMeetAtEqualOnes) {
  Lifted lifted(makeScop({{"k", "0", "n"},
                          {"j", "k + 1", "n", "k"},
                          {"i", "k + 1", "n", "k"},
                          {"j2", "i", "n", "i"}},
                         {{{"k", "j"}, {0, 0, 0}, {"A", "k*n + j"}, "/=", {{"A", "k*n + k"}}},
                          {{"k", "i", "j2"},
                           {0, 1, 0, 0},
                           {"A", "i*n + j2"},
                           "-=",
                           {{"A", "k*n + i"}, {"A", "k*n + j2"}}}},
                         "int", "double"),
                {{"A", {"n"}}});
  EXPECT_EQ(tileOf(lifted, "A"), (Sizes{8, 16}));
  Plan plan = *chooseSchedule(*lifted.nest, withVectors(64, 32));
  EXPECT_EQ(plan.schedule().order().front().name, "j2");
  EXPECT_EQ(tileOf(solve({"B", "i*m + j"}, "i*m + j2", "1"), "B"),
            (Sizes{8, 16})); // all columns but the first are divided
}

TEST(DiagonalTiles, SumsOfAnotherArrayStayApart) {
  EXPECT_NE(tileOf(luByRows("L"), "A"), (Sizes{8, 16}));
}

TEST(DiagonalTiles, SolutionForManyRightSides) { EXPECT_EQ(tileOf(solve(), "B"), (Sizes{8, 16})); }

// The column of another pivot is not finished yet when it is divided by.
TEST(DiagonalTiles, NotWhereTheOrderForbidsIt) {
  EXPECT_NE(tileOf(luByColumns("(k + 1)*n + k + 1"), "A"), (Sizes{8, 16}));
  EXPECT_NE(tileOf(solve({"B", "i*m + j"}, "(k - 1)*m + j2"), "B"), (Sizes{8, 16}));
}

} // namespace
