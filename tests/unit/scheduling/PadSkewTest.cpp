// Accera's facts on pad and skew, with the cases where Accera itself fails.
// [Accera manual, chapter 3.]
#include "tests/unit/scheduling/Kernels.h"
#include "tests/unit/scheduling/Sequence.h"

#include <tuple>

using namespace acc;
using namespace acc::test;

namespace {

using Names = std::vector<std::string>;
using Shape = std::vector<int64_t>;

/// for (i = 0; i < n; i++) A[i] = 1
Lifted line(const std::string &n) {
  return Lifted(makeScop({{"i", "0", n}}, {{{"i"}, {}, {"A", "i"}, "=", {}}}), {});
}

Lifted plane(const std::string &n, const std::string &m) {
  return Lifted(
      makeScop({{"i", "0", n}, {"j", "0", m}}, {{{"i", "j"}, {}, {"A", "i*w + j"}, "=", {}}}),
      {{"A", {"w"}}});
}

/// C[i] += A[i + j] * B[j]
Lifted convolution(const std::string &n, const std::string &k) {
  return Lifted(makeScop({{"i", "0", n}, {"j", "0", k}},
                         {{{"i", "j"}, {}, {"C", "i"}, "+=", {{"A", "i + j"}, {"B", "j"}}}}),
                {});
}

/// A[i] = A[i - 1] + A[i + 1], t times
Lifted sweeps() {
  return Lifted(makeScop({{"t", "0", "steps"}, {"i", "1", "n"}},
                         {{{"t", "i"}, {}, {"A", "i"}, "=", {{"A", "i - 1"}, {"A", "i + 1"}}}}),
                {});
}

/// Real iterations per iteration of the outermost index.
Shape rowWidths(const Schedule &schedule) {
  Shape widths;
  for (int64_t row = 0; row < *schedule.shape()[0]; ++row) {
    int64_t count = 0;
    sliceOf(schedule, {{schedule.order()[0].name, row}}).foreach_map([&](isl::map part) {
      count += *countPoints(part.domain().project_out_all_params(), 1000);
    });
    widths.push_back(count);
  }
  return widths;
}

} // namespace

TEST(Pad, MovesWhereBlocksFall) { // F32, F34
  Schedule s = must(must(line("21").schedule().pad("i", 7)).split("i", 3));
  EXPECT_EQ(shapeOf(s), (Shape{10, 3}));
  expectSpace(s, 30, 21);
  EXPECT_EQ(rowWidths(s), (Shape{0, 0, 2, 3, 3, 3, 3, 3, 3, 1}));
  expectLowered(s);
  s = must(must(line("12").schedule().pad("i", 8)).split("i", 5));
  EXPECT_EQ(rowWidths(s), (Shape{0, 2, 5, 5}));
  expectSpace(s, 20, 12);
  expectLowered(s);
}

TEST(Pad, FrontPartialFullAndEndPartialBlocks) { // F31
  Schedule s = matmul("16", "10", "11").schedule();
  for (const auto &[index, pad, size] : {std::tuple("i", 2, 3), {"j", 3, 3}, {"k", 11, 4}})
    s = must(must(s.pad(index, pad)).split(index, size));
  s = must(s.reorder({"i", "ii", "k", "j", "jj", "kk"}));
  expectSpace(s, 6480, 1760);
  EXPECT_EQ(rowWidths(must(s.reorder({"k", "i", "ii", "j", "jj", "kk"}))),
            (Shape{0, 0, 160, 640, 640, 320}));
  expectLowered(s);
  EXPECT_TRUE(s.checkLegality());
}

TEST(Pad, AnInnerIndexPadsEveryBlock) { // F35, F36, expected failures of Accera
  Schedule s = must(must(line("16").schedule().split("i", 4)).pad("ii", 2));
  EXPECT_EQ(shapeOf(s), (Shape{4, 6}));
  expectSpace(s, 24, 16);
  expectLowered(s);
  expectLowered(must(must(line("18").schedule().split("i", 4)).pad("ii", 2))); // a remainder
  for (const Names &order : std::vector<Names>{{"i", "ii", "j"}, {"i", "j", "ii"}}) {
    s = must(must(plane("16", "8").schedule().split("i", 4)).pad("ii", 2));
    expectLowered(must(s.reorder(order)));
  }
  s = must(must(must(line("n").schedule().split("i", 5)).pad("ii", 2)).split("ii", 3));
  expectLowered(s, {{{"n", 0}}, {{"n", 1}}, {{"n", 13}}, {{"n", 20}}});
}

TEST(Pad, AnOuterIndexGetsEmptyBlocks) { // an expected failure of Accera
  Schedule s = must(must(line("10").schedule().split("i", 4)).pad("i", 2));
  EXPECT_EQ(shapeOf(s), (Shape{5, 4}));
  EXPECT_EQ(rowWidths(s), (Shape{0, 0, 4, 4, 2}));
  expectLowered(s);
  expectLowered(must(s.split("i", 3))); // blocks of blocks begin with the empty ones
}

TEST(Pad, OfARunTimeExtent) {
  Schedule s = must(must(line("n").schedule().pad("i", 3)).split("i", 8));
  EXPECT_EQ(shapeOf(s), (Shape{-1, 8}));
  expectLowered(Plan(s, Target()), {{{"n", 0}}, {{"n", 1}}, {{"n", 5}}, {{"n", 6}}, {{"n", 29}}});
  // Unswitched: the full blocks run with constant bounds.
  Outcome<Plan> unrolled = Plan(s, Target()).unroll("ii");
  ASSERT_TRUE(unrolled);
  expectLowered(*unrolled, {{{"n", 0}}, {{"n", 1}}, {{"n", 5}}, {{"n", 6}}, {{"n", 29}}});
}

TEST(Pad, IsLegalIllegalUnknown) {
  expectInvalid(line("n").schedule().pad("x", 1), "no index 'x'"); // F39
  expectInvalid(line("n").schedule().pad("i", -1), "must not be negative");
  expectInvalid(line("n").schedule().pad("i", INT64_MAX), "too large");
  // Alone it changes no order; with blocks inside out it is as illegal as these.
  Schedule s = must(must(convolution("n", "m").schedule().pad("j", 2)).split("j", 4));
  EXPECT_EQ(refusalOf(s), std::nullopt);
  EXPECT_EQ(refusalOf(must(must(s.split("j", 2)).reorder({"i", "j", "jj", "jjj"}))),
            RejectionKind::IllegalSchedule);
}

TEST(Skew, OfAConvolution) { // F40, F41
  Schedule s = must(convolution("8", "3").schedule().skew("i", "j"));
  EXPECT_EQ(shapeOf(s), (Shape{10, 3}));
  EXPECT_EQ(namesOf(s), (Names{"i", "j"}));
  expectSpace(s, 30, 24);
  EXPECT_EQ(rowWidths(s), (Shape{1, 2, 3, 3, 3, 3, 3, 3, 2, 1}));
  EXPECT_TRUE(s.checkLegality());
  expectLowered(s);
  s = must(convolution("8", "3").schedule().skew("j", "i"));
  EXPECT_EQ(shapeOf(s), (Shape{8, 10}));
  expectSpace(s, 80, 24);
  expectLowered(s);
}

TEST(Skew, SizesAroundTheReference) { // F42, F45
  for (const char *n : {"10", "24"})
    for (const char *k : {"1", "3", "5"})
      for (auto [index, by] : {std::pair("i", "j"), std::pair("j", "i")})
        expectLowered(must(convolution(n, k).schedule().skew(index, by)));
  EXPECT_EQ(shapeOf(must(convolution("10", "1").schedule().skew("i", "j"))), (Shape{10, 1}));
  Schedule s = must(plane("5", "5").schedule().skew("i", "j"));
  EXPECT_EQ(shapeOf(s), (Shape{9, 5}));
  EXPECT_EQ(rowWidths(s), (Shape{1, 2, 3, 4, 5, 4, 3, 2, 1}));
  expectLowered(s);
  expectLowered(must(s.reorder({"j", "i"})));
}

TEST(Skew, TheFullPartHasConstantBounds) { // F40 unswitched, F43
  Schedule s = must(convolution("n", "3").schedule().skew("i", "j", 1, 3));
  Plan plan(s, Target());
  expectLowered(plan, {{{"n", 0}}, {{"n", 1}}, {{"n", 2}}, {{"n", 3}}, {{"n", 11}}});
  // Three parts: rows before, the rectangle, rows behind.
  unsigned full = 0;
  std::function<void(const CodeNode &)> visit = [&](const CodeNode &node) {
    if (node.kind == CodeNode::Kind::Loop && node.depth == 1)
      if (auto range = constantRange(node, {}); range && range->last - range->first == 2)
        ++full;
    for (const CodeNode &child : node.children)
      visit(child);
  };
  visit(formsOf(plan).at("written"));
  EXPECT_EQ(full, 1u);
  EXPECT_EQ(s.order()[0].unrollBelow, 3);
  EXPECT_EQ(s.order()[1].unrollBelow, 3);
}

TEST(Skew, InnerSplitIndex) { // F46, F48, F49
  Schedule s = plane("20", "10").schedule();
  s = must(must(must(s.split("i", 10)).split("ii", 5)).skew("iii", "j"));
  EXPECT_EQ(shapeOf(s), (Shape{2, 2, 14, 10}));
  for (auto [j, low, high] : {std::tuple(0, 0, 4), {4, 4, 8}, {9, 9, 13}}) {
    std::set<int64_t> seen;
    for (const auto &[time, instance] : timesOf(s))
      if (time[3] == j)
        seen.insert(time[2]);
    EXPECT_EQ(*seen.begin(), low);
    EXPECT_EQ(*seen.rbegin(), high);
  }
  for (auto [from, to, low, high] : {std::tuple(0, 0, 0, 0),
                                     {0, 1, 0, 1},
                                     {0, 5, 0, 5},
                                     {1, 6, 0, 6},
                                     {2, 7, 0, 7},
                                     {3, 8, 0, 8},
                                     {10, 13, 6, 9},
                                     {12, 13, 8, 9}}) {
    std::set<int64_t> seen;
    for (const auto &[time, instance] : timesOf(s))
      if (time[2] >= from && time[2] <= to)
        seen.insert(time[3]);
    EXPECT_EQ(*seen.begin(), low);
    EXPECT_EQ(*seen.rbegin(), high);
  }
  expectLowered(s);
}

TEST(Skew, BothDimensionsOfAConvolution) { // F50, smaller
  Lifted lifted(
      makeScop({{"o", "0", "2"},
                {"r", "0", "7"},
                {"c", "0", "6"},
                {"x", "0", "2"},
                {"u", "0", "2"},
                {"v", "0", "2"}},
               {{{"o", "r", "c", "x", "u", "v"},
                 {},
                 {"out", "o*7*6 + r*6 + c"},
                 "+=",
                 {{"in", "x*8*7 + (r + u)*7 + c + v"}, {"w", "o*2*2*2 + x*2*2 + u*2 + v"}}}}),
      {{"out", {"7", "6"}}, {"in", {"8", "7"}}, {"w", {"2", "2", "2"}}});
  Schedule s = must(must(lifted.schedule().skew("r", "u")).skew("c", "v", 1, 3));
  s = must(s.reorder({"o", "x", "r", "c", "u", "v"}));
  EXPECT_EQ(shapeOf(s), (Shape{2, 2, 8, 7, 2, 2}));
  expectLowered(s);
}

TEST(Skew, AnyFactorAndRunTimeExtents) {
  std::vector<Parameters> points{{{"n", 0}, {"m", 4}}, {{"n", 7}, {"m", 3}}, {{"n", 3}, {"m", 9}}};
  for (int64_t factor : {1, 2, -1, -3}) {
    Schedule s = must(plane("n", "m").schedule().skew("i", "j", factor));
    expectLowered(s, points);
    expectLowered(must(s.reorder({"j", "i"})), points);
    expectLowered(must(must(must(s.split("i", 4)).split("j", 2)).reorder({"i", "j", "ii", "jj"})),
                  points);
  }
  EXPECT_EQ(shapeOf(must(plane("8", "3").schedule().skew("i", "j", -2))), (Shape{12, 3}));
  // The outer index of a split counts blocks, and so does its skew.
  Schedule blocks = must(must(plane("12", "3").schedule().split("i", 4)).skew("i", "j"));
  EXPECT_EQ(shapeOf(blocks), (Shape{5, 4, 3}));
  EXPECT_EQ(blocks.order()[0].stride, 4);
  expectLowered(blocks);
}

TEST(Skew, RefusesWhatIsNoSkew) { // F51
  Schedule s = plane("8", "3").schedule();
  expectInvalid(s.skew("x", "j"), "no index 'x'");
  expectInvalid(s.skew("i", "x"), "no index 'x'");
  expectInvalid(s.skew("i", "i"), "by itself");
  expectInvalid(s.skew("i", "j", 0), "factor");
  expectInvalid(s.skew("i", "j", 1, -2), "unroll_loops_smaller_than");
  expectInvalid(gemmWithInit().schedule().skew("i", "f0"), "fusing dimension");
}

TEST(Skew, MakesSweepsTileable) {
  Schedule tiled = must(must(sweeps().schedule().split("t", 4)).split("i", 4));
  Names inside{"t", "i", "tt", "ii"};
  EXPECT_EQ(refusalOf(must(tiled.reorder(inside))), RejectionKind::IllegalSchedule);
  Schedule skewed = must(sweeps().schedule().skew("i", "t"));
  EXPECT_EQ(refusalOf(skewed), std::nullopt);
  Schedule s = must(must(must(skewed.split("t", 4)).split("i", 4)).reorder(inside));
  EXPECT_EQ(refusalOf(s), std::nullopt);
  expectLowered(s, {{{"steps", 0}, {"n", 5}}, {{"steps", 5}, {"n", 9}}, {{"steps", 9}, {"n", 3}}});
  // The other way round: the illegal direction has a witness.
  Schedule against = must(must(sweeps().schedule().skew("i", "t", -1)).reorder({"i", "t"}));
  Outcome<Ok> wrong = against.checkLegality();
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.rejection().kind, RejectionKind::IllegalSchedule);
  EXPECT_NE(wrong.rejection().detail.find("must run before"), std::string::npos);
}

TEST(Skew, IsUnknownWhereTheDependenceIs) {
  // A[i][j] = A[i - 1][j + r*s] where r*s is only a name.
  Lifted lifted(makeScop({{"i", "1", "n"}, {"j", "0", "m"}},
                         {{{"i", "j"}, {}, {"A", "i*w + j"}, "=", {{"A", "(i - 1)*w + j + r*s"}}}}),
                {{"A", {"w"}}},
                Condition::conjunction(
                    {Condition::zero(poly("r")), Condition::less(Polynomial(0), poly("r*s"))}));
  Schedule s = must(must(lifted.schedule().skew("j", "i", -1)).reorder({"j", "i"}));
  EXPECT_EQ(refusalOf(s), RejectionKind::DependenceUnknown);
}
