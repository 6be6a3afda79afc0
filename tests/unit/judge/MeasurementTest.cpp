#include "rewriter/judge/Measurement.h"

#include <gtest/gtest.h>

namespace acc {
namespace {

/// Sizes with these ratios, the least work first.
std::vector<MeasuredSize> sizes(const std::vector<double> &ratios) {
  std::vector<MeasuredSize> result;
  for (double ratio : ratios)
    result.push_back({{{"n", static_cast<int64_t>(result.size()) + 1}}, 4096, 100 * ratio, 100});
  return result;
}

Measurement measured(const std::vector<double> &ratios) {
  Measurement result;
  result.sizes = sizes(ratios);
  return result;
}

TEST(Decide, KeepsWhatGainsSomewhereAndLosesNowhere) {
  EXPECT_EQ(decide(measured({0.98, 1.05})).kind, Decision::Kind::Keep);
  EXPECT_EQ(decide(measured({3, 0.99, 1})).kind, Decision::Kind::Keep);
}

TEST(Decide, KeepsWithoutMeasurements) {
  EXPECT_EQ(decide(measured({})).kind, Decision::Kind::Keep);
}

TEST(Decide, KeepsFromTheSizeBehindTheLastLoss) {
  Decision decision = decide(measured({0.5, 1.2, 0.9, 1, 1.5, 2}));
  EXPECT_EQ(decision.kind, Decision::Kind::KeepWithin);
  EXPECT_EQ(decision.from, 3u);
}

TEST(Decide, KeepsTheSizesBetweenTwoLossesThatGainMost) {
  Decision decision = decide(measured({2, 1.5, 0.9}));
  EXPECT_EQ(decision.kind, Decision::Kind::KeepWithin);
  EXPECT_EQ(decision.from, 0u);
  EXPECT_EQ(decision.end, 2u);
  decision = decide(measured({1.1, 1.1, 0.9, 1, 4, 0.7, 1.2}));
  EXPECT_EQ(decision.from, 3u);
  EXPECT_EQ(decision.end, 5u);
}

TEST(Decide, DropsWhatGainsNowhere) {
  EXPECT_EQ(decide(measured({1, 1.04})).kind, Decision::Kind::Drop);
  EXPECT_EQ(decide(measured({0.9, 1.04})).kind, Decision::Kind::Drop);
  EXPECT_EQ(decide(measured({1, 1.02, 0.9})).kind, Decision::Kind::Drop);
}

/// A program hardly has just that size.
TEST(Decide, DropsWhatGainsAtOneSizeBelowALoss) {
  EXPECT_EQ(decide(measured({0.9, 3, 0.9})).kind, Decision::Kind::Drop);
}

TEST(Decide, DropsWhatMakesTheOriginalSlowerBehindTheCheck) {
  Measurement one = measured({1, 2});
  one.missed = sizes({0.97});
  EXPECT_EQ(decide(one).kind, Decision::Kind::Keep);
  one.missed = sizes({0.99, 0.92});
  EXPECT_EQ(decide(one).kind, Decision::Kind::Drop);
}

TEST(IsDoubtful, IfLossesWithinTheNoiseAloneDropIt) {
  EXPECT_TRUE(isDoubtful(measured({0.95, 3, 0.95})));
  EXPECT_FALSE(isDoubtful(measured({0.8, 3, 0.8})));
  EXPECT_FALSE(isDoubtful(measured({1, 1.04}))); // no gain
  EXPECT_FALSE(isDoubtful(measured({0.95, 3, 2})));
  Measurement one = measured({1, 2});
  one.missed = sizes({0.95});
  EXPECT_TRUE(isDoubtful(one));
  one.missed = sizes({0.92});
  EXPECT_FALSE(isDoubtful(one));
}

TEST(Agreed, IsWhatBothShow) {
  Measurement one = measured({0.95, 3, 0.9}), other = measured({1.01, 2, 0.95});
  one.missed = sizes({0.95});
  other.missed = sizes({0.99});
  const Measurement both = agreed(one, other);
  EXPECT_EQ(both.sizes[0].ratio(), 1.01);
  EXPECT_EQ(both.sizes[1].ratio(), 3);
  EXPECT_EQ(both.sizes[2].ratio(), 0.95);
  EXPECT_EQ(both.missed[0].ratio(), 0.99);
  other.difference = "x[0] is 1 instead of 2";
  EXPECT_EQ(agreed(one, other).difference, other.difference);
}

/// Inputs on which that integer is small, with these ratios, the smallest first.
void addThin(Measurement &result, const std::string &name, const std::vector<double> &ratios) {
  int64_t value = 3;
  for (MeasuredSize size : sizes(ratios)) {
    size.values = {{name, value++}};
    result.thin.push_back({size, name});
  }
}

TEST(Decide, AsksOfAnIntegerForTheLeastThatDoesNotLose) {
  Measurement one = measured({1, 2});
  addThin(one, "n", {0.99});
  addThin(one, "m", {0.5, 0.8, 1.2});
  Decision decision = decide(one);
  EXPECT_EQ(decision.kind, Decision::Kind::KeepWithin);
  EXPECT_EQ(decision.from, 0u);
  EXPECT_EQ(decision.thin, std::vector<size_t>{3});
}

TEST(Decide, AsksForNothingWhereNoCallLoses) {
  Measurement one = measured({1, 2});
  addThin(one, "n", {2});
  addThin(one, "n", {1.9}); // in another call
  EXPECT_EQ(decide(one).kind, Decision::Kind::Keep);
  addThin(one, "n", {0.8, 1.1});
  EXPECT_EQ(decide(one).kind, Decision::Kind::KeepWithin);
  EXPECT_EQ(decide(one).thin, std::vector<size_t>{3});
}

TEST(Decide, DropsWhatLosesWheneverAnIntegerIsSmall) {
  Measurement one = measured({1, 2});
  addThin(one, "n", {0.5, 0.9});
  addThin(one, "m", {1.2});
  EXPECT_EQ(decide(one).kind, Decision::Kind::Drop);
}

MeasuredSize block(int64_t w, int64_t h, double ratio) {
  return {{{"w", w}, {"h", h}}, static_cast<uint64_t>(w * h), 100 * ratio, 100};
}

TEST(Decide, AsksOfOneIntegerWhereItsOrderShowsMoreThanThatOfTheWork) {
  Measurement one;
  one.sizes = {block(16, 16, 0.9), block(32, 16, 3.4), block(16, 32, 0.8), block(32, 32, 3.3),
               block(64, 64, 6.5)};
  one.thin = {{block(16, 32, 0.9), "stride"}, {block(16, 64, 0.9), "stride"}};
  const Decision decision = decide(one);
  EXPECT_EQ(decision.kind, Decision::Kind::KeepWithin);
  ASSERT_TRUE(decision.least);
  EXPECT_EQ(decision.least->size, 1u);
  EXPECT_EQ(decision.least->name, "w");
  EXPECT_EQ(decision.from, 0u);
  EXPECT_EQ(decision.end, 5u);
  one.thin.push_back({block(48, 8, 0.9), "h"});
  EXPECT_EQ(decide(one).least->size, 4u);
  one.thin.push_back({block(64, 64, 0.9), "stride"});
  EXPECT_EQ(decide(one).kind, Decision::Kind::Drop);
}

TEST(Describe, NamesTheIntegersAndTheRatio) {
  EXPECT_EQ(describe(sizes({0.714}).front()), "n = 1: 0.71");
  EXPECT_EQ(describe({{}, 0, 3, 2}), "fixed sizes: 1.50");
}

} // namespace
} // namespace acc
