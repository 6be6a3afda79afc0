// Steps beyond Accera's list: shift, distribution, hoisting, index-set splits,
// peeling, sinking, unroll-and-jam; each legal, illegal, and with a form refused.
// That "unknown" refuses too is one table for all steps.
#include "tests/unit/scheduling/Kernels.h"
#include "tests/unit/scheduling/Sequence.h"

#include <algorithm>

using namespace acc;
using namespace acc::test;

namespace {

using Names = std::vector<std::string>;
using Shape = std::vector<int64_t>;

/// for i { y[i] = 1; for j y[i] += A[i][j]; }
Lifted rowSums() {
  return Lifted(makeScop({{"i", "0", "n"}, {"j", "0", "m"}},
                         {{{"i"}, {0, 0}, {"y", "i"}, "=", {}},
                          {{"i", "j"}, {0, 1, 0}, {"y", "i"}, "+=", {{"A", "i*m + j"}}}}),
                {{"A", {"m"}}});
}

/// for i { A[i] = 1; B[i] = A[i + shift]; }
Lifted producerConsumer(const std::string &read) {
  return Lifted(makeScop({{"i", "1", "n"}}, {{{"i"}, {0, 0}, {"A", "i"}, "=", {}},
                                             {{"i"}, {0, 1}, {"B", "i"}, "=", {{"A", read}}}}),
                {});
}

Lifted plane(const std::string &m = "m") {
  return Lifted(
      makeScop({{"i", "0", "n"}, {"j", "0", m}}, {{{"i", "j"}, {}, {"A", "i*w + j"}, "=", {}}}),
      {{"A", {"w"}}});
}

/// for i for j A[i][j] = A[j][i] * 0.5, which depends on itself across the diagonal
Lifted transposed() {
  return Lifted(makeScop({{"i", "0", "n"}, {"j", "0", "n"}},
                         {{{"i", "j"}, {}, {"A", "i*w + j"}, "=", {{"A", "j*w + i"}}}}),
                {{"A", {"w"}}});
}

/// A nest whose distance `by` may be "r*s": that is known to be positive, and r to be 0, so
/// that isl, which knows the product by its name only, finds violations that are none.
Lifted ordered(const std::vector<LoopSpec> &loops, const std::vector<StatementSpec> &statements,
               const std::string &by) {
  Condition known = Condition::always();
  if (by.find("r*s") != std::string::npos)
    known = Condition::conjunction(
        {Condition::zero(poly("r")), Condition::less(Polynomial(0), poly("r*s"))});
  return Lifted(makeScop(loops, statements), {{"P", {"w"}}, {"Q", {"w"}}}, known);
}

/// A step on a nest whose dependence is at distance `by`.
struct OrderedStep {
  const char *name;
  Lifted (*nest)(const std::string &by);
  Outcome<Schedule> (*apply)(Schedule);
};

Lifted lineOf(const std::string &by) {
  return ordered({{"i", "0", "n"}}, {{{"i"}, {}, {"A", "i"}, "=", {{"A", "i - " + by}}}}, by);
}

Lifted planeOf(const std::string &by) {
  return ordered({{"i", "1", "n"}, {"j", "0", "m"}},
                 {{{"i", "j"}, {}, {"P", "i*w + j"}, "=", {{"P", "(i - 1)*w + j + " + by}}}}, by);
}

/// for i { A[i] = 1; B[i] = A[i + by]; }
Lifted aheadOf(const std::string &by) {
  return ordered({{"i", "0", "n"}},
                 {{{"i"}, {0, 0}, {"A", "i"}, "=", {}},
                  {{"i"}, {0, 1}, {"B", "i"}, "=", {{"A", "i + " + by}}}},
                 by);
}

Lifted behindOf(const std::string &by) { return aheadOf("1 - " + by); }

/// for i { for j P[i][j] = 1; for k Q[i][k] = P[i][k + by]; }
Lifted neighboursOf(const std::string &by) {
  return ordered({{"i", "0", "n"}, {"j", "0", "m"}, {"k", "0", "m"}},
                 {{{"i", "j"}, {0, 0, 0}, {"P", "i*w + j"}, "=", {}},
                  {{"i", "k"}, {0, 1, 0}, {"Q", "i*w + k"}, "=", {{"P", "i*w + k + " + by}}}},
                 by);
}

/// for i { A[i] = 1; for j P[i][j] = A[i + 1 - by]; }
Lifted laterRows(const std::string &by) {
  return ordered({{"i", "0", "n"}, {"j", "0", "m"}},
                 {{{"i"}, {0, 0}, {"A", "i"}, "=", {}},
                  {{"i", "j"}, {0, 1, 0}, {"P", "i*w + j"}, "=", {{"A", "i + 1 - " + by}}}},
                 by);
}

Outcome<Schedule> outwards(const Schedule &blocks) {
  return must(blocks.split("i", 2, "r")).reorder({"i", "ii", "r"});
}

const OrderedStep kOrderedSteps[] = {
    {"split", lineOf, [](Schedule s) { return outwards(must(s.split("i", 2))); }},
    {"pad", lineOf, [](Schedule s) { return outwards(must(must(s.pad("i", 1)).split("i", 2))); }},
    {"reorder", planeOf, [](Schedule s) { return s.reorder({"j", "i"}); }},
    {"tile", planeOf,
     [](Schedule s) { return must(s.tile({{"i", 4}, {"j", 4}})).reorder({"i", "j", "ii", "jj"}); }},
    {"skew", planeOf, [](Schedule s) { return must(s.skew("j", "i", -1)).reorder({"j", "i"}); }},
    {"unroll_and_jam", planeOf, [](Schedule s) { return s.unrollAndJam("i", 2); }},
    {"peel", planeOf,
     [](Schedule s) { return must(s.peel("j", 1, 0, "f")).reorder({"f", "i", "j"}); }},
    {"index_set_split", planeOf,
     [](Schedule s) {
       return must(s.indexSetSplit("j", {poly("i")}, "f")).reorder({"f", "i", "j"});
     }},
    {"shift", aheadOf, [](Schedule s) { return s.shift("i", Polynomial(1), {"S1"}); }},
    {"distribute", aheadOf, [](Schedule s) { return s.distribute("i", {{"S0"}, {"S1"}}); }},
    {"hoist", behindOf, [](Schedule s) { return s.hoist({"S1"}, "i"); }},
    {"fuse", neighboursOf, [](Schedule s) { return s.fuse({"j", "k"}); }},
    {"sink", laterRows,
     [](Schedule s) { return must(s.sink({"S0"}, "j", poly("m - 1"))).reorder({"j", "i", "f0"}); }},
};

const std::vector<Parameters> kPoints{
    {{"n", 0}, {"m", 3}}, {{"n", 1}, {"m", 1}}, {{"n", 5}, {"m", 0}}, {{"n", 6}, {"m", 9}}};

} // namespace

TEST(Shift, MovesStatementsAgainstOthers) {
  Schedule s = must(producerConsumer("i - 1").schedule().shift("i", Polynomial(2), {"S1"}));
  EXPECT_EQ(refusalOf(s), std::nullopt);
  expectLowered(s, {{{"n", 0}}, {{"n", 2}}, {{"n", 3}}, {{"n", 9}}});
  EXPECT_EQ(refusalOf(must(producerConsumer("i").schedule().shift("i", Polynomial(-1), {"S1"}))),
            RejectionKind::IllegalSchedule);
  // All of them: nothing moves against anything.
  EXPECT_EQ(refusalOf(must(producerConsumer("i").schedule().shift("i", Polynomial(-1)))),
            std::nullopt);
  // By a parameter.
  expectLowered(must(producerConsumer("i - d").schedule().shift("i", poly("d"), {"S1"})),
                {{{"n", 4}, {"d", 0}}, {{"n", 4}, {"d", 2}}, {{"n", 3}, {"d", 9}}});
  Schedule start = rowSums().schedule();
  expectInvalid(start.shift("x", Polynomial(1)), "no index 'x'");
  expectInvalid(start.shift("f0", Polynomial(1)), "fusing dimension");
  expectInvalid(start.shift("j", Polynomial(1), {"S0"}), "does not have");
  expectInvalid(start.shift("j", Polynomial(1), {"S7"}), "no statement 'S7'");
  expectInvalid(start.shift("j", poly("i")), "not a parameter");
  expectInvalid(start.shift("j", poly("q + 1")), "'q' is not a value that the nest uses");
}

TEST(Distribute, RunsPartsOneAfterTheOther) {
  Schedule s = must(rowSums().schedule().distribute("i", {{"S0"}, {"S1"}}, "g"));
  EXPECT_EQ(namesOf(s), (Names{"g", "i", "f0", "j"}));
  EXPECT_EQ(refusalOf(s), std::nullopt);
  expectLowered(s, kPoints);
  s = must(s.reorder({"g", "f0", "j", "i"})); // interchange of an imperfect nest
  EXPECT_EQ(refusalOf(s), std::nullopt);
  expectLowered(s, kPoints);
  EXPECT_EQ(refusalOf(must(rowSums().schedule().distribute("i", {{"S1"}, {"S0"}}))),
            RejectionKind::IllegalSchedule);
  Schedule start = rowSums().schedule();
  expectInvalid(start.distribute("x", {{"S0"}, {"S1"}}), "no index 'x'");
  expectInvalid(start.distribute("i", {{"S0", "S1"}}), "two parts");
  expectInvalid(start.distribute("i", {{"S0"}, {"S0"}}), "two parts");
  expectInvalid(start.distribute("i", {{"S0"}, {}}), "S1 is in no part");
  expectInvalid(start.distribute("j", {{"S0"}, {"S1"}}), "does not have");
  expectInvalid(start.distribute("i", {{"S0"}, {"S1"}}, "j"), "in use");
}

TEST(Distribute, WhatCrossesTheOtherWayStays) {
  EXPECT_EQ(refusalOf(must(producerConsumer("i - 1").schedule().distribute("i", {{"S0"}, {"S1"}}))),
            std::nullopt);
  EXPECT_EQ(refusalOf(must(producerConsumer("i + 1").schedule().distribute("i", {{"S0"}, {"S1"}}))),
            RejectionKind::IllegalSchedule);
}

TEST(Hoist, TakesWhatRunsOnceOutOfALoop) {
  Schedule s = must(rowSums().schedule().sink({"S0"}, "j", Polynomial(0)));
  s = must(s.reorder({"i", "j", "f0"}));
  Schedule back = must(s.hoist({"S0"}, "j"));
  EXPECT_EQ(namesOf(back), (Names{"i", "f", "j", "f0"}));
  EXPECT_EQ(refusalOf(back), std::nullopt);
  EXPECT_EQ(definedOrder(back, kPoints[3]), definedOrder(rowSums().schedule(), kPoints[3]));
  expectLowered(back, kPoints);
  expectInvalid(s.hoist({"S0", "S1"}, "j"), "but not all");
  expectInvalid(s.hoist({}, "j"), "name some");
  expectInvalid(s.hoist({"S0"}, "x"), "no index 'x'");
}

TEST(Sink, LetsTheFusingIndexMoveInside) {
  Schedule start = rowSums().schedule();
  expectInvalid(start.reorder({"i", "j", "f0"}), "after the fusing dimension");
  Schedule s = must(start.sink({"S0"}, "j", Polynomial(0)));
  for (const Names &order : std::vector<Names>{{"i", "j", "f0"}, {"j", "i", "f0"}}) {
    Schedule inside = must(s.reorder(order));
    EXPECT_EQ(refusalOf(inside), std::nullopt);
    expectLowered(inside, kPoints);
  }
  // At the last iteration the sum would be lost.
  Schedule late = must(start.sink({"S0"}, "j", poly("m - 1")));
  EXPECT_EQ(refusalOf(must(late.reorder({"i", "j", "f0"}))), RejectionKind::IllegalSchedule);
  expectInvalid(start.sink({"S1"}, "j", Polynomial(0)), "already");
  expectInvalid(start.sink({"S0"}, "f0", Polynomial(0)), "no longer a loop of the source");
  expectInvalid(start.sink({"S0"}, "j", poly("j")), "not affine");
  expectInvalid(start.sink({"S0"}, "j", poly("q")), "'q' is not a value");
  expectInvalid(start.sink({"S9"}, "j", Polynomial(0)), "no statement");
  expectInvalid(must(start.split("j", 2)).sink({"S0"}, "j", Polynomial(0)), "no longer");
}

TEST(Sink, TriangularPlaces) {
  // for k { c[k] = 1; for i > k c[i] += A[i][k]; }: c[k] at i = k + 1.
  Lifted lifted(makeScop({{"k", "0", "n"}, {"i", "k + 1", "n"}},
                         {{{"k"}, {0, 0}, {"c", "k"}, "=", {}},
                          {{"k", "i"}, {0, 1, 0}, {"d", "i"}, "+=", {{"A", "i*n + k"}}}}),
                {{"A", {"n"}}});
  Schedule s =
      must(must(lifted.schedule().sink({"S0"}, "i", poly("k + 1"))).reorder({"k", "i", "f0"}));
  expectLowered(s, {{{"n", 0}}, {{"n", 1}}, {{"n", 5}}});
  expectLowered(must(s.reorder({"i", "k", "f0"})), {{{"n", 0}}, {{"n", 1}}, {{"n", 5}}});
}

TEST(IndexSetSplit, OrdersPieces) {
  Schedule s = must(plane().schedule().indexSetSplit("j", {poly("i"), poly("i + 1")}, "f"));
  EXPECT_EQ(namesOf(s), (Names{"i", "f", "j"}));
  EXPECT_EQ(refusalOf(s), std::nullopt);
  EXPECT_EQ(definedOrder(s, kPoints[3]), definedOrder(plane().schedule(), kPoints[3]));
  expectLowered(s, kPoints);
  Schedule outside = must(s.reorder({"f", "i", "j"})); // below, on, above the diagonal
  EXPECT_EQ(refusalOf(outside), std::nullopt);
  expectLowered(outside, kPoints);
  // Each piece with an index of its own, counted from its start.
  Schedule own =
      must(plane().schedule().indexSetSplit("j", {poly("i"), poly("i + 1")}, "f", {"a", "b", "c"}));
  EXPECT_EQ(namesOf(own), (Names{"i", "f", "a", "b", "c"}));
  EXPECT_EQ(definedOrder(own, kPoints[3]), definedOrder(plane().schedule(), kPoints[3]));
  expectLowered(own, kPoints);
  expectLowered(must(must(own.split("c", 2)).split("a", 4)), kPoints);
  expectInvalid(own.reorder({"i", "a", "f", "b", "c"}), "after the fusing dimension 'f'");
}

TEST(IndexSetSplit, MayNotPutWritesBeforeTheirReads) {
  Schedule s = must(transposed().schedule().indexSetSplit("j", {poly("i")}, "f"));
  EXPECT_EQ(refusalOf(s), std::nullopt);
  // Below the diagonal first: A[j][i] above it is still old, as in the source? Not
  // so for the upper half, which reads what the lower half has written.
  EXPECT_EQ(refusalOf(must(s.reorder({"f", "i", "j"}))), RejectionKind::IllegalSchedule);
  Schedule start = plane().schedule();
  expectInvalid(start.indexSetSplit("x", {poly("i")}), "no index 'x'");
  expectInvalid(start.indexSetSplit("j", {}), "at least one place");
  expectInvalid(start.indexSetSplit("j", {poly("i*i")}), "not affine");
  expectInvalid(start.indexSetSplit("j", {poly("q")}), "'q' is not a value");
  expectInvalid(start.indexSetSplit("j", {poly("i")}, "", {"a"}), "2 names");
  expectInvalid(must(start.split("j", 2)).indexSetSplit("j", {poly("i")}), "no longer");
}

TEST(Peel, TakesIterationsOffTheEnds) {
  for (auto [front, back] : {std::pair(1, 0), {0, 2}, {1, 1}}) {
    Schedule s = must(plane().schedule().peel("i", front, back));
    EXPECT_EQ(refusalOf(s), std::nullopt);
    EXPECT_EQ(definedOrder(s, kPoints[3]), definedOrder(plane().schedule(), kPoints[3]));
    expectLowered(s, kPoints);
  }
  Schedule s = must(transposed().schedule().peel("i", 1, 0, "f"));
  EXPECT_EQ(refusalOf(must(s.reorder({"f", "i", "j"}))), std::nullopt);
  expectInvalid(plane().schedule().peel("i", 0, 0), "numbers of iterations");
  expectInvalid(plane().schedule().peel("i", -1, 0), "numbers of iterations");
  expectInvalid(plane().schedule().peel("x", 1, 0), "no index 'x'");
  expectInvalid(must(plane().schedule().pad("i", 1)).peel("i", 1, 0), "no longer");
}

TEST(Peel, OutOfOrderIsIllegal) {
  // The last row first: it reads what earlier rows write.
  Schedule s = must(transposed().schedule().indexSetSplit("i", {poly("n - 1")}, "f"));
  EXPECT_EQ(refusalOf(must(s.reorder({"i", "j", "f"}))), std::nullopt);
  EXPECT_EQ(refusalOf(must(must(s.reorder({"j", "f", "i"})).reorder({"j", "i", "f"}))),
            RejectionKind::IllegalSchedule);
}

TEST(UnrollAndJam, OfAnImperfectNest) {
  Schedule s = must(rowSums().schedule().unrollAndJam("i", 4));
  EXPECT_EQ(namesOf(s), (Names{"i", "f0", "j", "ii"}));
  EXPECT_EQ(refusalOf(s), std::nullopt);
  Plan plan(s, Target());
  EXPECT_EQ(plan.unrolled(), std::set<std::string>{"ii"});
  expectLowered(plan, kPoints);
  expectInvalid(rowSums().schedule().unrollAndJam("f0", 2), "fusing dimension");
  expectInvalid(rowSums().schedule().unrollAndJam("x", 2), "no index 'x'");
  expectInvalid(rowSums().schedule().unrollAndJam("i", 0), "at least 1");
}

TEST(UnrollAndJam, MayNotJamWhatDepends) {
  // A[i][j] = A[i - 1][j + 1]: rows may not run column by column.
  Lifted lifted(makeScop({{"i", "1", "n"}, {"j", "0", "m - 1"}},
                         {{{"i", "j"}, {}, {"A", "i*m + j"}, "=", {{"A", "(i - 1)*m + j + 1"}}}}),
                {{"A", {"m"}}});
  EXPECT_EQ(refusalOf(must(lifted.schedule().unrollAndJam("i", 2))),
            RejectionKind::IllegalSchedule);
}

TEST(Steps, AreUnknownWhereTheDependenceIs) {
  for (const OrderedStep &step : kOrderedSteps)
    for (auto [by, refusal] : {std::pair("1", RejectionKind::IllegalSchedule),
                               {"r*s", RejectionKind::DependenceUnknown}})
      EXPECT_EQ(refusalOf(must(step.apply(step.nest(by).schedule()))), refusal)
          << step.name << " at distance " << by;
  // Plans: side by side is an order, too.
  for (auto [by, refusal] : {std::pair("1", RejectionKind::IllegalSchedule),
                             {"r*s", RejectionKind::DependenceUnknown}}) {
    Plan plan(lineOf(by).schedule(), Target());
    for (const Outcome<Plan> &vectors : {plan.vectorize("i"), plan.kernelize({}, {"i"})}) {
      ASSERT_FALSE(vectors);
      EXPECT_EQ(vectors.rejection().kind, refusal) << by;
    }
  }
}

TEST(Steps, ReplayFromTheirScript) {
  Lifted lifted = rowSums();
  for (const char *steps :
       {"    - sink: {statements: [S0], index: j, at: 0}\n    - reorder: [i, j, f0]\n",
        "    - distribute: {index: i, parts: [[S0], [S1]], name: g}\n",
        "    - hoist: {statements: [S0], index: i, name: g}\n",
        "    - shift: {index: i, by: 'n + 1', statements: [S1]}\n",
        "    - index_set_split: {index: j, at: [i, 'i + 1'], name: g, names: [a, b, c]}\n",
        "    - peel: {index: i, front: 1, back: 2, name: g}\n",
        "    - unroll_and_jam: {index: i, size: 4, inner: u}\n",
        "    - skew: {index: j, by: i, factor: -2, unroll_loops_smaller_than: 3}\n",
        "    - pad: {index: i, size: 3}\n    - split: {index: i, size: 4, inner: r}\n"}) {
    std::string text = std::string("- nest: f#1\n  schedule:\n") + steps;
    auto script = Script::parse(text);
    ASSERT_TRUE(std::holds_alternative<Script>(script)) << text;
    Outcome<Plan> plan = std::get<Script>(script).apply("f#1", *lifted.nest, Target());
    ASSERT_TRUE(plan) << steps << plan.rejection().message();
    std::string printed = printScript(*plan, "f#1");
    EXPECT_EQ(printed.substr(0, text.size()), text);
  }
}

TEST(Steps, PlacesAreReadWithTheirSyntax) {
  Lifted lifted = plane();
  for (const char *at : {"i +", "(i", "i / 2", "1.5.", "9999999999999999999999", "", "i i"}) {
    auto script =
        Script::parse("- nest: f#1\n  schedule:\n    - index_set_split: {index: j, at: '" +
                      std::string(at) + "'}\n");
    auto *parsed = std::get_if<Script>(&script);
    EXPECT_FALSE(parsed && parsed->apply("f#1", *lifted.nest, Target())) << at;
  }
  auto script = Script::parse(
      "- nest: f#1\n  schedule:\n    - index_set_split: {index: j, at: -(2 - 2*i) + 3*n}\n");
  ASSERT_TRUE(std::holds_alternative<Script>(script));
  EXPECT_TRUE(std::get<Script>(script).apply("f#1", *lifted.nest, Target()));
}

TEST(Orders, CountedAsInTheManual) { // F27: 1080 = 2*2*3 grid points with 90 orders each
  Schedule s = must(matmul("8", "8", "8").schedule().tile({{"i", 2}, {"j", 2}, {"k", 2}}));
  Names order = namesOf(s);
  std::sort(order.begin(), order.end());
  int valid = 0;
  do
    valid += !s.orderProblem(order);
  while (std::next_permutation(order.begin(), order.end()));
  EXPECT_EQ(valid, 90);
}

TEST(Orders, SeveralSchedulesOfOneNest) {
  Lifted lifted = plane();
  Schedule a = must(lifted.schedule().split("i", 4)), b = must(lifted.schedule().pad("i", 1));
  EXPECT_EQ(a.order().size(), 3u);
  EXPECT_EQ(b.order().size(), 2u);
  EXPECT_EQ(&a.nest(), &a.nest());
  EXPECT_EQ(lifted.schedule().steps().size(), 0u);
}

TEST(Lowering, RunTimeMatmulWithNestedSplits) { // F15, smaller
  std::vector<Parameters> points{{{"n", 9}, {"m", 5}, {"p", 3}}, {{"n", 2}, {"m", 11}, {"p", 5}}};
  for (const auto &chains : std::vector<std::vector<std::pair<std::string, std::vector<int64_t>>>>{
           {{"j", {4}}}, {{"j", {8, 3}}}, {{"i", {4, 3}}, {"k", {2}}}}) {
    Schedule s = matmul("n", "m", "p").schedule();
    Names outer{"i", "j", "k"}, inner;
    for (const auto &[index, sizes] : chains) {
      std::string last = index;
      for (int64_t size : sizes) {
        s = must(s.split(last, size));
        last = s.order()[s.positionOf(last) + 1].name;
        inner.push_back(last);
      }
    }
    std::stable_sort(inner.begin(), inner.end(),
                     [](const auto &a, const auto &b) { return a.size() < b.size(); });
    outer.insert(outer.end(), inner.begin(), inner.end());
    s = must(s.reorder(outer));
    EXPECT_EQ(refusalOf(s), std::nullopt);
    expectLowered(s, points);
  }
}

TEST(Lowering, DegenerateRunTimeSplits) { // F16
  Lifted line(makeScop({{"i", "0", "n"}}, {{{"i"}, {}, {"A", "i"}, "=", {}}}), {});
  for (const std::vector<int64_t> &sizes :
       std::vector<std::vector<int64_t>>{{32, 32}, {1, 1}, {1}, {16, 1, 1}, {60, 8}}) {
    Schedule s = line.schedule();
    for (int64_t size : sizes)
      s = must(s.split(s.order().back().name, size));
    expectLowered(s, {{{"n", 0}}, {{"n", 1}}, {{"n", 37}}, {{"n", 67}}});
  }
}
