// Accera's facts on split, tile and reorder. [Accera manual, chapter 3.]
#include "tests/unit/scheduling/Sequence.h"

#include <algorithm>
#include <tuple>

using namespace acc;
using namespace acc::test;

namespace {

using Names = std::vector<std::string>;
using Shape = std::vector<int64_t>;

std::vector<int64_t> stridesOf(const Schedule &schedule) {
  std::vector<int64_t> strides;
  for (const Index &index : schedule.order())
    strides.push_back(index.stride);
  return strides;
}

/// All (time, instance) points of statement 0, in time order; parameters must
/// have been fixed by constant bounds.
std::vector<std::pair<std::vector<int64_t>, std::vector<int64_t>>>
enumerate(const Schedule &schedule, const std::map<std::string, int64_t> &parameters = {}) {
  isl::map time = schedule.timeOf(0);
  for (const auto &[name, value] : parameters)
    time = time.intersect_params(isl::set(time.ctx(), "[" + name + "] -> { : " + name + " = " +
                                                          std::to_string(value) + " }"));
  std::vector<std::pair<std::vector<int64_t>, std::vector<int64_t>>> all;
  unsigned depth = time.domain_tuple_dim(), dims = time.range_tuple_dim();
  flattenToSet(time).project_out_all_params().foreach_point([&](isl::point point) {
    isl::multi_val coordinates = point.multi_val();
    std::vector<int64_t> instance, when;
    for (unsigned k = 0; k < depth + dims; ++k)
      (k < depth ? instance : when).push_back(coordinates.at(k).num_si());
    all.push_back({when, instance});
  });
  std::sort(all.begin(), all.end());
  return all;
}

std::vector<int64_t> visited(const Schedule &schedule,
                             const std::map<std::string, int64_t> &parameters = {}) {
  std::vector<int64_t> order;
  for (const auto &[time, instance] : enumerate(schedule, parameters))
    order.push_back(instance[0]);
  return order;
}

/// for (i = 0; i < end; i++) A[i] = 1
Lifted lineTo(const std::string &end) {
  return Lifted(makeScop({{"i", "0", end}}, {{{"i"}, {}, {"A", "i"}, "=", {}}}), {});
}

} // namespace

TEST(Split, BlocksOfADividingSize) { // F1, F2
  Schedule start = matmul("3", "12", "15").schedule();
  EXPECT_EQ(namesOf(start), (Names{"i", "j", "k"}));
  EXPECT_EQ(shapeOf(start), (Shape{3, 12, 15}));
  EXPECT_EQ(enumerate(start).size(), 540u);
  Schedule split = must(start.split("j", 3));
  EXPECT_EQ(namesOf(split), (Names{"i", "j", "jj", "k"}));
  EXPECT_EQ(shapeOf(split), (Shape{3, 4, 3, 15}));
  EXPECT_EQ(stridesOf(split), (std::vector<int64_t>{1, 3, 1, 1}));
  EXPECT_EQ(enumerate(split).size(), 540u);
  EXPECT_EQ(namesOf(start), (Names{"i", "j", "k"})); // a value: unchanged
}

TEST(Split, OuterIndexAgainCountsBlocks) { // F3, erratum E3
  Schedule split = must(must(matmul("3", "12", "15").schedule().split("j", 3)).split("j", 2));
  EXPECT_EQ(namesOf(split), (Names{"i", "j", "jjj", "jj", "k"}));
  EXPECT_EQ(shapeOf(split), (Shape{3, 2, 2, 3, 15}));
  EXPECT_EQ(stridesOf(split), (std::vector<int64_t>{1, 6, 3, 1, 1}));
  EXPECT_EQ(enumerate(split).size(), 540u);
}

TEST(Split, SizesAboutTheExtent) { // F5, F6, F7
  Schedule start = matmul("3", "12", "15").schedule();
  EXPECT_EQ(shapeOf(must(start.split("j", 12))), (Shape{3, 1, 12, 15}));
  EXPECT_EQ(shapeOf(must(start.split("j", 13))), (Shape{3, 1, 13, 15}));
  Outcome<SpaceCount> oversized = countSpace(must(start.split("j", 13)));
  ASSERT_TRUE(oversized);
  EXPECT_EQ(oversized->real, 540);
  EXPECT_EQ(*oversized->slots - oversized->real, 45);
  EXPECT_EQ(shapeOf(must(start.split("j", 1))), (Shape{3, 12, 1, 15}));
}

TEST(Split, ChainOfInnerSplits) { // F8
  Schedule s = matmul("16", "10", "11").schedule();
  s = must(s.split("i", 4));
  s = must(s.split("ii", 2));
  s = must(s.split("iii", 2));
  EXPECT_EQ(namesOf(s), (Names{"i", "ii", "iii", "iiii", "j", "k"}));
  EXPECT_EQ(shapeOf(s), (Shape{4, 2, 1, 2, 10, 11}));
}

TEST(Split, RemaindersAndOversizedBlocks) { // F9, F10, F11
  for (auto [size, blocks, empty] :
       {std::tuple<int64_t, int64_t, int64_t>(4, 3, 160), {11, 1, 0}, {13, 1, 320}}) {
    Schedule s = must(matmul("16", "10", "11").schedule().split("k", size));
    EXPECT_EQ(namesOf(s), (Names{"i", "j", "k", "kk"}));
    EXPECT_EQ(shapeOf(s), (Shape{16, 10, blocks, size}));
    Outcome<SpaceCount> count = countSpace(s);
    ASSERT_TRUE(count);
    EXPECT_EQ(count->real, 1760);
    EXPECT_EQ(*count->slots - count->real, empty);
    EXPECT_EQ(refusalOf(s), std::nullopt);
    expectLowered(s);
  }
  // The blocks of 4: two full ones and one of 3.
  Schedule s = must(matmul("1", "1", "11").schedule().split("k", 4));
  for (auto [block, places] : {std::pair(0, 4), {1, 4}, {2, 3}}) {
    int64_t count = 0;
    sliceOf(s, {{"k", block}}).foreach_map([&](isl::map part) {
      count += *countPoints(part.domain().project_out_all_params(), 100);
    });
    EXPECT_EQ(count, places);
  }
}

TEST(Split, NineIndicesOfABlockedProduct) { // F17
  const Names order{"j", "k", "i", "jj", "kk", "kkk", "ii", "jjj", "jjjj"};
  auto blocked = [&](const Lifted &product, int64_t width) {
    Schedule s = product.schedule();
    for (const auto &[index, size] : std::vector<std::pair<std::string, int64_t>>{
             {"j", 128}, {"k", 256}, {"kk", 4}, {"jj", width}, {"jjj", 8}, {"i", 6}})
      s = must(s.split(index, size));
    return must(s.reorder(order));
  };
  for (auto [n, m, width, rows, widths, blocks] : {std::tuple("1020", "1024", 16, 170, 8, 2),
                                                   {"1023", "1023", 16, 171, 8, 2},
                                                   {"1020", "1024", 24, 170, 6, 3}}) {
    Schedule s = blocked(matmul(n, m, m), width);
    EXPECT_EQ(shapeOf(s), (Shape{8, 4, rows, widths, 64, 4, 6, blocks, 8}));
    EXPECT_EQ(refusalOf(s), std::nullopt);
  }
}

TEST(Split, StepsAreIterations) { // F19
  for (auto [first, count, last] : {std::tuple("0", 5, 8), {"5", 3, 9}}) {
    Lifted lifted(makeScop({{"i", first, "10", "", 2}}, {{{"i"}, {}, {"A", "i"}, "=", {}}}), {});
    EXPECT_EQ(shapeOf(lifted.schedule()), (Shape{count}));
    std::vector<int64_t> order = visited(must(lifted.schedule().split("i", 2)));
    ASSERT_EQ(order.size(), static_cast<size_t>(count));
    EXPECT_EQ(order.back(), last);
  }
}

TEST(Split, InnerIndexOfTwenty) { // F20
  Lifted plane(makeScop({{"i", "0", "20"}, {"j", "0", "10"}},
                        {{{"i", "j"}, {}, {"A", "i*10 + j"}, "=", {}}}),
               {{"A", {"10"}}});
  Schedule s = must(must(plane.schedule().split("i", 10)).split("ii", 5));
  EXPECT_EQ(namesOf(s), (Names{"i", "ii", "iii", "j"}));
  EXPECT_EQ(shapeOf(s), (Shape{2, 2, 5, 10}));
  for (const auto &[time, instance] : enumerate(s))
    EXPECT_EQ(time[0] + time[1] + time[2], instance[0]);
}

TEST(Split, NestedNonDividingSplitsVisitOnce) { // F13, F14
  for (const std::vector<int64_t> &sizes : std::vector<std::vector<int64_t>>{
           {8}, {128, 8}, {60, 8}, {8, 3}, {7, 5, 2}, {5, 1, 1}, {32, 32}, {1, 1}}) {
    for (int64_t n : {0, 1, 7, 8, 9, 67, 131}) {
      Schedule s = lineTo("n").schedule();
      std::string index = "i";
      for (int64_t size : sizes) {
        s = must(s.split(index, size));
        index = s.order().back().name;
      }
      std::vector<int64_t> expected;
      for (int64_t i = 0; i < n; ++i)
        expected.push_back(i);
      EXPECT_EQ(visited(s, {{"n", n}}), expected);
    }
  }
}

TEST(Split, OuterAndInnerSplitsMixVisitOnce) {
  Schedule s = must(must(must(lineTo("n").schedule().split("i", 7)).split("i", 3)).split("ii", 4));
  std::vector<int64_t> expected;
  for (int64_t i = 0; i < 50; ++i)
    expected.push_back(i);
  EXPECT_EQ(visited(s, {{"n", 50}}), expected);
}

TEST(Split, InterchangedBlocksRunColumnsOfBlocks) {
  // 7 iterations in blocks of 3, place before block: 0 3 6, 1 4, 2 5.
  Lifted lifted(
      makeScop({{"i", "0", "7"}, {"j", "0", "2"}}, {{{"i", "j"}, {}, {"A", "i*2 + j"}, "=", {}}}),
      {{"A", {"2"}}});
  Schedule s = must(must(lifted.schedule().split("i", 3)).reorder({"i", "j", "ii"}));
  std::vector<std::vector<int64_t>> instances;
  for (const auto &[time, instance] : enumerate(s))
    instances.push_back(instance);
  EXPECT_EQ(instances, (std::vector<std::vector<int64_t>>{{0, 0},
                                                          {1, 0},
                                                          {2, 0},
                                                          {0, 1},
                                                          {1, 1},
                                                          {2, 1},
                                                          {3, 0},
                                                          {4, 0},
                                                          {5, 0},
                                                          {3, 1},
                                                          {4, 1},
                                                          {5, 1},
                                                          {6, 0},
                                                          {6, 1}}));
}

TEST(Split, TimesAddUpToTheCoordinate) {
  Schedule s = must(must(lineTo("20").schedule().split("i", 6)).split("ii", 4));
  for (const auto &[time, instance] : enumerate(s)) {
    EXPECT_EQ(time[0] + time[1] + time[2], instance[0]);
    EXPECT_EQ(time[0] % 6, 0);
    EXPECT_EQ(time[1] % 4, 0);
  }
}

TEST(Split, RefusesWhatIsNoSplit) { // F12
  Schedule s = matmul("16", "10", "11").schedule();
  expectInvalid(s.split("i", 0), "at least 1");
  expectInvalid(s.split("i", -1), "at least 1");
  expectInvalid(s.split("x", 2), "no index 'x'");
  expectInvalid(s.split("i", 2, "k"), "in use");
  expectInvalid(s.split("i", 2, "a b"), "not a valid index name");
  expectInvalid(must(s.split("i", int64_t(1) << 40)).split("i", int64_t(1) << 40), "too large");
}

TEST(Reorder, IsAbsolute) { // F21
  Schedule s = must(matmul("16", "10", "11").schedule().reorder({"k", "i", "j"}));
  EXPECT_EQ(namesOf(s), (Names{"k", "i", "j"}));
  s = must(s.reorder({"j", "i", "k"}));
  EXPECT_EQ(namesOf(s), (Names{"j", "i", "k"}));
}

TEST(Reorder, KeepsInnerAfterOuter) { // F22 to F25
  Schedule s = matmul("16", "10", "11").schedule();
  s = must(must(must(s.split("i", 2)).split("ii", 2)).split("j", 5));
  EXPECT_EQ(namesOf(s), (Names{"i", "ii", "iii", "j", "jj", "k"}));
  expectInvalid(s.reorder({"k", "i", "jj", "j"}), "all 6");
  expectInvalid(s.reorder({"k", "ii", "iii", "j", "jj", "i"}), "after 'i'");
  expectInvalid(s.reorder({"i", "i", "ii", "jj", "iii", "k"}), "twice");
  expectInvalid(s.reorder({"i", "x", "ii", "jj", "iii", "k"}), "no index 'x'");
  Schedule valid = must(s.reorder({"i", "j", "ii", "jj", "iii", "k"}));
  EXPECT_EQ(namesOf(valid), (Names{"i", "j", "ii", "jj", "iii", "k"}));
}

TEST(Tile, IsOneSplitPerEntry) { // F28, F29, F30
  Schedule s = must(matmul("16", "10", "11").schedule().tile({{"i", 8}, {"j", 2}, {"k", 3}}));
  EXPECT_EQ(namesOf(s), (Names{"i", "ii", "j", "jj", "k", "kk"}));
  EXPECT_EQ(shapeOf(s), (Shape{2, 8, 5, 2, 4, 3}));
  EXPECT_EQ(enumerate(s).size(), size_t(16 * 10 * 11));
  ASSERT_EQ(s.steps().size(), 1u);
  EXPECT_EQ(s.steps()[0].inner, (Names{"ii", "jj", "kk"}));
  s = must(matmul("3", "12", "15").schedule().tile({{"j", 2}, {"k", 3}}));
  EXPECT_EQ(namesOf(s), (Names{"i", "j", "jj", "k", "kk"}));
  EXPECT_EQ(shapeOf(s), (Shape{3, 6, 2, 5, 3}));
  EXPECT_EQ(namesOf(must(matmul("16", "10", "11").schedule().tile({{"i", 8}, {"k", 3}}))),
            (Names{"i", "ii", "j", "k", "kk"}));
  expectInvalid(s.tile({}), "no index");
  expectInvalid(s.tile({{"i", 2}, {"x", 2}}), "no index 'x'");
}

TEST(Names, LongerNamesGetNumbers) {
  Lifted lifted(makeScop({{"row", "0", "n"}}, {{{"row"}, {}, {"A", "row"}, "=", {}}}), {});
  Schedule s = must(must(lifted.schedule().split("row", 8)).split("row", 2));
  EXPECT_EQ(namesOf(s), (Names{"row", "row_2", "row_1"}));
}
