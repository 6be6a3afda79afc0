// Sums along rows: several rows at once, each in its order.
#include "scheduling/autoschedule/AutoSchedule.h"
#include "scheduling/autoschedule/Candidate.h"
#include "tests/unit/scheduling/Kernels.h"

#include <algorithm>

using namespace acc;
using namespace acc::test;

namespace {

using Names = std::vector<std::string>;
using Sizes = std::vector<int64_t>;

/// for i for j A[i] op B[i][j], x[j]
Lifted rowSums(const std::string &element,
               const std::string &op = "+=", const std::string &operand = "i*m + j") {
  return Lifted(makeScop({{"i", "0", "n"}, {"j", "0", "m"}},
                         {{{"i", "j"}, {}, {"A", "i"}, op, {{"B", operand}, {"x", "j"}}}}, "int",
                         element),
                {{"B", {"m"}}});
}

/// for i { sum = 1; for j sum += B[i][j]*x[j]; A[i] = sum; }
Lifted rowSumsInScalar() {
  Scop scop = makeScop({{"i", "0", "n"}, {"j", "0", "m"}},
                       {{{"i"}, {0, 0}, {"sum", "0"}, "=", {}},
                        {{"i", "j"}, {0, 1, 0}, {"sum", "0"}, "+=", {{"B", "i*m + j"}, {"x", "j"}}},
                        {{"i"}, {0, 2}, {"A", "i"}, "=", {{"sum", "0"}}}});
  makePrivateScalar(scop, "sum", {"i"});
  return Lifted(scop, {{"B", {"m"}}});
}

Plan planOf(const Lifted &lifted, const Target &target, const LoopCompiler &compiler = {}) {
  Outcome<Plan> plan = chooseSchedule(*lifted.nest, target, compiler);
  if (!plan) {
    ADD_FAILURE() << plan.rejection().message();
    return Plan(lifted.schedule(), target);
  }
  EXPECT_TRUE(plan->schedule().checkLegality());
  return *plan;
}

/// The buffer of the array, turned or not; none when it has none.
std::optional<Sizes> bufferOf(const Plan &plan, const std::string &array,
                              Promotion::Layout layout) {
  for (const Promotion &promotion : plan.promotions())
    if (promotion.array == array && promotion.layout == layout)
      return promotedTile(plan.schedule(), array, promotion.index)->sizes;
  return std::nullopt;
}

bool turnsRows(const Lifted &lifted, const LoopCompiler &compiler = {}) {
  Outcome<Plan> plan = chooseSchedule(*lifted.nest, withVectors(64), compiler);
  return plan && bufferOf(*plan, "B", Promotion::Layout::LastMajor);
}

TEST(RowSums, RowsAreLanesOfElementsOfASquare) {
  for (unsigned bytes : {16u, 32u, 64u}) {
    Plan plan = planOf(rowSums("float"), withVectors(bytes));
    int64_t lanes = bytes / 4, rows = bytes < 64 ? 2 * lanes : lanes; // 16 lanes hide the additions
    EXPECT_EQ(bufferOf(plan, "B", Promotion::Layout::LastMajor), (Sizes{rows, lanes}));
    EXPECT_EQ(bufferOf(plan, "A", Promotion::Layout::FirstMajor), (Sizes{rows}));
    EXPECT_EQ(plan.vectorized(), (std::set<std::string>{plan.schedule().order().back().name}));
    EXPECT_EQ(plan.schedule().order().back().dimension, 0); // rows
  }
  EXPECT_EQ(bufferOf(planOf(rowSums("double"), withVectors(64)), "B", Promotion::Layout::LastMajor),
            (Sizes{8, 8}));
}

TEST(RowSums, FewRowsAreOneVector) {
  auto rowsOf = [](const std::string &count) {
    Lifted lifted(makeScop({{"i", "0", count}, {"j", "0", "m"}},
                           {{{"i", "j"}, {}, {"A", "i"}, "+=", {{"B", "i*m + j"}, {"x", "j"}}}},
                           "int", "float"),
                  {{"B", {"m"}}});
    auto sizes = bufferOf(planOf(lifted, withVectors(32)), "B", Promotion::Layout::LastMajor);
    return sizes ? sizes->front() : 0;
  };
  EXPECT_EQ(rowsOf("31"), 8);
  EXPECT_EQ(rowsOf("32"), 16);
}

TEST(RowSums, ScalarSumsHaveACellPerRow) {
  Plan plan = planOf(rowSumsInScalar(), withVectors(64));
  EXPECT_EQ(bufferOf(plan, "B", Promotion::Layout::LastMajor), (Sizes{16, 16}));
  ASSERT_EQ(plan.promotions().size(), 2u);
  EXPECT_EQ(plan.promotions()[1].array, "sum");
}

TEST(RowSums, TheSumMayBeAnyRecurrence) { EXPECT_TRUE(turnsRows(rowSums("double", "/="))); }

TEST(RowSums, WhatCompilersReorderStaysAlongTheRow) {
  EXPECT_FALSE(turnsRows(rowSums("int")));
  EXPECT_TRUE(turnsRows(rowSums("float")));
  LoopCompiler fast;
  fast.reassociates = true;
  EXPECT_FALSE(turnsRows(rowSums("float"), fast));
}

TEST(RowSums, RowsMustBeApartAndTheirElementsSideBySide) {
  EXPECT_FALSE(turnsRows(rowSums("float", "+=", "j*m + i")));
  EXPECT_FALSE(turnsRows(rowSums("float", "+=", "i*m + 2*j")));
}

/// for i for j = i - w .. i + w: A[i] += B[i][j]; and j = 0 .. i, where rows have most of their
/// columns in common.
TEST(RowSums, RowsOfABandShareTooLittle) {
  for (const char *first : {"i - w", "0"}) {
    Lifted lifted(makeScop({{"i", "w", "n"}, {"j", first, "i + w"}},
                           {{{"i", "j"}, {}, {"A", "i"}, "+=", {{"B", "i*m + j"}}}}),
                  {{"B", {"m"}}});
    EXPECT_EQ(turnsRows(lifted), first == std::string("0")) << first;
  }
}

/// for i for j { C[..] += B[i][j]*q[i]; A[i] += B[i][j]*x[j]; }: of C[i][j] each lane would store
/// to its own line.
TEST(RowSums, NothingElseIsStoredAcrossTheRows) {
  for (const char *stored : {"i*m + j", "j*n + i"}) {
    Lifted lifted(
        makeScop({{"i", "0", "n"}, {"j", "0", "m"}},
                 {{{"i", "j"}, {0, 0, 0}, {"C", stored}, "+=", {{"B", "i*m + j"}, {"q", "i"}}},
                  {{"i", "j"}, {0, 0, 1}, {"A", "i"}, "+=", {{"B", "i*m + j"}, {"x", "j"}}}}),
        {{"B", {"m"}}, {"C", {stored[0] == 'i' ? "m" : "n"}}});
    std::vector<Candidate> candidates;
    addRowSums(lifted.schedule(), stridesOf(*lifted.nest), withVectors(64), {}, candidates);
    EXPECT_EQ(candidates.empty(), stored[0] == 'i') << stored;
  }
}

TEST(RowSums, RowsThatReadAnothersSumAreNotSideBySide) {
  // for i for j A[i] += B[i][j]*A[i - 1]
  Lifted lifted(makeScop({{"i", "1", "n"}, {"j", "0", "m"}},
                         {{{"i", "j"}, {}, {"A", "i"}, "+=", {{"B", "i*m + j"}, {"A", "i - 1"}}}}),
                {{"B", {"m"}}});
  EXPECT_FALSE(turnsRows(lifted));
}

TEST(RowSums, AnotherStatementMayCarryWhatTheRowsDoNot) {
  // for i { for j A[i] += B[i][j]*x[j]; for k y[k] += C[i][k]*A[i]; }
  Lifted lifted(
      makeScop({{"i", "0", "n"}, {"j", "0", "m"}, {"k", "0", "m"}},
               {{{"i", "j"}, {0, 0, 0}, {"A", "i"}, "+=", {{"B", "i*m + j"}, {"x", "j"}}},
                {{"i", "k"}, {0, 1, 0}, {"y", "k"}, "+=", {{"C", "i*m + k"}, {"A", "i"}}}},
               "int", "double"),
      {{"B", {"m"}}, {"C", {"m"}}});
  EXPECT_TRUE(turnsRows(lifted));
}

TEST(RowSums, OneRowPerVectorOfTwoIsNoGain) {
  Outcome<Plan> plan = chooseSchedule(*rowSums("double").nest, withVectors(16));
  EXPECT_FALSE(plan);
}

/// for i { for j { sum = 0; for k sum += B[k][j]*x[k]; C[i][j] = sum; }
///         for h { rest = 0; for l rest += E[h][l]*x[l]; D[i][h] = rest; } }
Lifted twoParts() {
  Scop scop = makeScop(
      {{"i", "0", "n"}, {"j", "0", "m"}, {"k", "0", "p"}, {"h", "0", "m"}, {"l", "0", "p"}},
      {{{"i", "j"}, {0, 0, 0}, {"sum", "0"}, "=", {}},
       {{"i", "j", "k"}, {0, 0, 1, 0}, {"sum", "0"}, "+=", {{"B", "k*m + j"}, {"x", "k"}}},
       {{"i", "j"}, {0, 0, 2}, {"C", "i*m + j"}, "=", {{"sum", "0"}}},
       {{"i", "h"}, {0, 1, 0}, {"rest", "0"}, "=", {}},
       {{"i", "h", "l"}, {0, 1, 1, 0}, {"rest", "0"}, "+=", {{"E", "h*p + l"}, {"x", "l"}}},
       {{"i", "h"}, {0, 1, 2}, {"D", "i*m + h"}, "=", {{"rest", "0"}}}},
      "int", "float");
  makePrivateScalar(scop, "sum", {"i", "j"});
  makePrivateScalar(scop, "rest", {"i", "h"});
  return Lifted(scop, {{"B", {"m"}}, {"C", {"m"}}, {"E", {"p"}}, {"D", {"m"}}});
}

TEST(RowSums, PartsOfANestHaveTheirOwn) {
  Outcome<std::vector<RankedPlan>> ranked = rankedSchedules(*twoParts().nest, withVectors(32));
  ASSERT_TRUE(ranked);
  bool both = std::any_of(ranked->begin(), ranked->end(), [](const RankedPlan &one) {
    std::set<std::string> tiled;
    for (const Step &step : one.plan.schedule().steps())
      if (step.kind == Step::Kind::Tile)
        tiled.insert(step.indices.begin(), step.indices.end());
    return tiled.count("j") && tiled.count("h") && one.plan.schedule().checkLegality();
  });
  EXPECT_TRUE(both);
}

/// for i for j { sum = 0; for k > i { C[k][j] += A[i][k]; sum += A[i][k]*B[k][j]; } C[i][j] += sum;
/// }
Lifted columnSums(const std::string &ofB) {
  Scop scop =
      makeScop({{"i", "0", "n"}, {"j", "0", "m"}, {"k", "i + 1", "n"}},
               {{{"i", "j"}, {0, 0, 0}, {"sum", "0"}, "=", {}},
                {{"i", "j", "k"}, {0, 0, 1, 0}, {"C", "k*m + j"}, "+=", {{"A", "i*n + k"}}},
                {{"i", "j", "k"}, {0, 0, 1, 1}, {"sum", "0"}, "+=", {{"A", "i*n + k"}, {"B", ofB}}},
                {{"i", "j"}, {0, 0, 2}, {"C", "i*m + j"}, "+=", {{"sum", "0"}}}},
               "int", "double");
  makePrivateScalar(scop, "sum", {"i", "j"});
  return Lifted(scop, {{"A", {"n"}}, {"B", {"m"}}, {"C", {"m"}}});
}

TEST(ColumnSums, AStripOfWhatAllRowsReadIsUsedUpFirst) {
  auto placeOf = [](const Plan &plan, const std::string &name) {
    const std::vector<Index> &order = plan.schedule().order();
    return std::find_if(order.begin(), order.end(),
                        [&](const Index &index) { return index.name == name; }) -
           order.begin();
  };
  Lifted shared = columnSums("k*m + j"), own = columnSums("(i + k)*m + j");
  const Plan strips = planOf(shared, withVectors(64)), rows = planOf(own, withVectors(64));
  EXPECT_LT(placeOf(strips, "j"), placeOf(strips, "i"));
  EXPECT_LT(placeOf(rows, "i"), placeOf(rows, "j")) << "each row reads other elements";
}

} // namespace
