#include "analysis/dependence/Order.h"
#include "scheduling/PairOrder.h"
#include "tests/unit/scheduling/Fixture.h"

#include <algorithm>
#include <tuple>

using namespace acc;
using namespace acc::test;

namespace {

Schedule reordered(const Lifted &lifted, const std::vector<std::string> &names) {
  Outcome<Schedule> outcome = lifted.schedule().reorder(names);
  EXPECT_TRUE(outcome) << outcome.rejection().message();
  return *outcome;
}

/// A[i][j] = A[i - 1][j + 1]
Lifted antiDiagonal() {
  return Lifted(makeScop({{"i", "1", "n"}, {"j", "0", "m - 1"}},
                         {{{"i", "j"}, {}, {"A", "i*m + j"}, "=", {{"A", "(i - 1)*m + j + 1"}}}}),
                {{"A", {"m"}}});
}

} // namespace

TEST(Legality, EveryOrderOfGemmKeepsEachSum) {
  Lifted gemm = matmul("n", "m", "p");
  std::vector<std::string> order{"i", "j", "k"};
  do
    EXPECT_TRUE(reordered(gemm, order).checkLegality());
  while (std::next_permutation(order.begin(), order.end()));
  Outcome<Schedule> tiled = gemm.schedule().tile({{"i", 8}, {"j", 32}, {"k", 256}});
  ASSERT_TRUE(tiled);
  tiled = tiled->reorder({"k", "j", "i", "kk", "ii", "jj"});
  ASSERT_TRUE(tiled);
  EXPECT_TRUE(tiled->checkLegality());
}

TEST(Legality, BlocksInsideOutOfOrderBreakTheSum) {
  // The place in the small block outside the small block's number in the large one.
  Lifted gemm = matmul("4", "4", "4");
  Outcome<Schedule> split = gemm.schedule().split("k", 2);
  ASSERT_TRUE(split);
  split = split->split("k", 2); // k, kkk, kk
  ASSERT_TRUE(split);
  split = split->reorder({"i", "j", "k", "kk", "kkk"});
  ASSERT_TRUE(split);
  Outcome<Ok> legal = split->checkLegality();
  ASSERT_FALSE(legal);
  EXPECT_EQ(legal.rejection().kind, RejectionKind::IllegalSchedule);
}

TEST(Legality, TheWitnessNamesIterationsAndElement) {
  Lifted lifted = antiDiagonal();
  EXPECT_TRUE(lifted.schedule().checkLegality());
  Outcome<Ok> legal = reordered(lifted, {"j", "i"}).checkLegality();
  ASSERT_FALSE(legal);
  EXPECT_EQ(legal.rejection().kind, RejectionKind::IllegalSchedule);
  const std::string &detail = legal.rejection().detail;
  for (const char *part :
       {"S0 at (i = ", "must run before S0 at (i = ", "touch A[", "RAW", "n = ", ", line "})
    EXPECT_NE(detail.find(part), std::string::npos) << detail;
}

TEST(Legality, TilingTheAntiDiagonalIsIllegal) {
  Outcome<Schedule> tiled = antiDiagonal().schedule().tile({{"i", 4}, {"j", 4}});
  ASSERT_TRUE(tiled);
  EXPECT_TRUE(tiled->checkLegality()); // the order has not changed
  tiled = tiled->reorder({"i", "j", "ii", "jj"});
  ASSERT_TRUE(tiled);
  EXPECT_FALSE(tiled->checkLegality());
}

TEST(Legality, ProductsOfParametersAreUnknownWhenOnlyTheirValueDecides) {
  // A[i][j] = A[i - 1][j + r*s] where r == 0: isl knows r*s only by name and
  // finds a violation with r*s > 0, which is none.
  Lifted lifted(makeScop({{"i", "1", "n"}, {"j", "0", "m"}},
                         {{{"i", "j"}, {}, {"A", "i*w + j"}, "=", {{"A", "(i - 1)*w + j + r*s"}}}}),
                {{"A", {"w"}}},
                Condition::conjunction(
                    {Condition::zero(poly("r")), Condition::less(Polynomial(0), poly("r*s"))}));
  Outcome<Ok> legal = reordered(lifted, {"j", "i"}).checkLegality();
  ASSERT_FALSE(legal);
  EXPECT_EQ(legal.rejection().kind, RejectionKind::DependenceUnknown);
}

TEST(Legality, WhatSomeSizesAllowBecomesACheckAtRunTime) {
  // A[i][j] = A[i - 1][j + d]: columns may run whole when d reaches behind them.
  Lifted lifted(makeScop({{"i", "1", "n"}, {"j", "0", "m"}},
                         {{{"i", "j"}, {}, {"A", "i*w + j"}, "=", {{"A", "(i - 1)*w + j + d"}}}}),
                {{"A", {"w"}}}, Condition::less(Polynomial(0), poly("d")));
  Schedule columns = reordered(lifted, {"j", "i"});
  EXPECT_FALSE(columns.checkLegality());
  Outcome<Schedule> guarded = columns.whereLegal();
  ASSERT_TRUE(guarded) << guarded.rejection().message();
  EXPECT_TRUE(guarded->checkLegality());
  Condition added = Condition::conjunction(guarded->nest().source->views.guard);
  for (auto [m, d, legal] : {std::tuple(20, 20, true), {20, 25, true}, {20, 19, false}})
    EXPECT_EQ(added.evaluate({{"n", 30}, {"m", m}, {"d", d}, {"w", 100}}), legal);
  EXPECT_TRUE(lifted.nest->source->views.guard.empty()); // the nest is as it was
  // Nothing to ask for: only loops without work would allow it.
  Outcome<Schedule> never = reordered(antiDiagonal(), {"j", "i"}).whereLegal();
  ASSERT_FALSE(never);
  EXPECT_EQ(never.rejection().kind, RejectionKind::IllegalSchedule);
  EXPECT_TRUE(reordered(matmul("n", "m", "p"), {"k", "j", "i"}).whereLegal());
}

TEST(Legality, DistributionMovesTheFusingDimensionOut) {
  // for i { y[i] = 1; for j y[i] += A[i][j]; }: all of S0 may run first (F72).
  Lifted lifted(makeScop({{"i", "0", "n"}, {"j", "0", "m"}},
                         {{{"i"}, {0, 0}, {"y", "i"}, "=", {}},
                          {{"i", "j"}, {0, 1, 0}, {"y", "i"}, "+=", {{"A", "i*m + j"}}}}),
                {{"A", {"m"}}});
  EXPECT_TRUE(reordered(lifted, {"f0", "i", "j"}).checkLegality());
  EXPECT_TRUE(reordered(lifted, {"f0", "j", "i"}).checkLegality());
}

TEST(Legality, DistributionThatReversesADependenceIsIllegal) {
  // for i { B[i] = A[i]; A[i + 1] = 1; }: S1 of i feeds S0 of i + 1.
  Lifted lifted(makeScop({{"i", "0", "n"}}, {{{"i"}, {0, 0}, {"B", "i"}, "=", {{"A", "i"}}},
                                             {{"i"}, {0, 1}, {"A", "i + 1"}, "=", {}}}),
                {});
  EXPECT_TRUE(lifted.schedule().checkLegality());
  EXPECT_FALSE(reordered(lifted, {"f0", "i"}).checkLegality());
}

TEST(Legality, IndexByIndexTheSamePairsAreOutOfOrderAsByTheWholeOrder) {
  Lifted nests[] = {antiDiagonal(), matmul("n", "m", "p")};
  for (const Lifted &lifted : nests) {
    Outcome<Schedule> tiled = lifted.schedule().tile({{"i", 4}, {"j", 3}});
    ASSERT_TRUE(tiled);
    std::vector<std::string> order = namesOf(*tiled);
    std::sort(order.begin(), order.end());
    do {
      Outcome<Schedule> schedule = tiled->reorder(order);
      if (!schedule)
        continue;
      isl::ctx ctx = lifted.context->get();
      isl::map notAfter = lexicographicOrder(ctx, order.size(), true).reverse();
      lifted.context->resetQuota();
      PairOrder pairOrder(*schedule);
      for (const Dependence &dependence : lifted.nest->source->dependences.all) {
        isl::map found = isl::map::empty(dependence.relation().space());
        pairOrder.visitOutOfOrder(dependence, [&](const isl::map &pairs) {
          found = found.unite(pairs);
          return true;
        });
        isl::map expected = dependence.relation().intersect(
            schedule->timeOf(dependence.source)
                .apply_range(notAfter)
                .apply_range(schedule->timeOf(dependence.sink).reverse()));
        EXPECT_TRUE(found.is_equal(expected)) << order.front() << " " << order.back();
      }
    } while (std::next_permutation(order.begin(), order.end()) && order.front() != "k");
  }
}

TEST(Expansion, DistributedPrivateScalarsOverlap) {
  // for i { t = A[i]; B[i] = t; }
  Scop scop = makeScop({{"i", "0", "n"}}, {{{"i"}, {0, 0}, {"t", "0"}, "=", {{"A", "i"}}},
                                           {{"i"}, {0, 1}, {"B", "i"}, "=", {{"t", "0"}}}});
  makePrivateScalar(scop, "t", {"i"});
  Lifted lifted(scop, {});
  int t = 0;
  while (lifted.nest->source->scop.arrays[t].name != "t")
    ++t;
  Outcome<bool> needs = needsExpansion(lifted.schedule(), t);
  ASSERT_TRUE(needs);
  EXPECT_FALSE(*needs);
  Schedule distributed = reordered(lifted, {"f0", "i"});
  EXPECT_TRUE(distributed.checkLegality());
  needs = needsExpansion(distributed, t);
  ASSERT_TRUE(needs);
  EXPECT_TRUE(*needs);

  // Strip-mined, then distributed inside the strip: a buffer of one strip holds it.
  Outcome<Schedule> strip = lifted.schedule().split("i", 8);
  ASSERT_TRUE(strip);
  strip = strip->reorder({"i", "f0", "ii"});
  ASSERT_TRUE(strip);
  EXPECT_TRUE(*needsExpansion(*strip, t));
  EXPECT_TRUE(*staysInside(*strip, t, 1));
  EXPECT_FALSE(*staysInside(*strip, t, 2));
  Outcome<Plan> plan = Plan(*strip, Target()).promote("t", "f0");
  EXPECT_TRUE(plan) << plan.rejection().message();
}

TEST(Expansion, OneOverlapIsEnoughAndFoundWithFewOperations) {
  // for i for j { t = A[i][j]; B[i][j] = t; C[i][j] = t; D[i][j] = t; }, rows of a tile at once.
  std::vector<StatementSpec> statements = {
      {{"i", "j"}, {0, 0, 0}, {"t", "0"}, "=", {{"A", "i*m + j"}}}};
  for (const char *array : {"B", "C", "D"})
    statements.push_back(
        {{"i", "j"}, {0, 0, int(statements.size())}, {array, "i*m + j"}, "=", {{"t", "0"}}});
  Scop scop = makeScop({{"i", "0", "n"}, {"j", "0", "i + 1"}}, statements);
  makePrivateScalar(scop, "t", {"i", "j"});
  Lifted lifted(scop, {{"A", {"m"}}, {"B", {"m"}}, {"C", {"m"}}, {"D", {"m"}}});
  int t = 0;
  while (lifted.nest->source->scop.arrays[t].name != "t")
    ++t;
  Outcome<Schedule> tiled = lifted.schedule().tile({{"i", 6}, {"j", 16}});
  ASSERT_TRUE(tiled);
  tiled = tiled->reorder({"i", "j", "f0", "ii", "jj"});
  ASSERT_TRUE(tiled);
  const uint64_t before = lifted.context->operations();
  Outcome<bool> needs = needsExpansion(*tiled, t);
  const uint64_t operations = lifted.context->operations() - before;
  ASSERT_TRUE(needs);
  EXPECT_TRUE(*needs);
  EXPECT_LT(operations, 25000u); // the lives of all instances at all values take 86000
}
