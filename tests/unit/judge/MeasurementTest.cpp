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

TEST(Decide, KeepsWhatGainsSomewhereAndLosesNowhere) {
  EXPECT_EQ(decide(sizes({0.98, 1.05})).kind, Decision::Kind::Keep);
  EXPECT_EQ(decide(sizes({3, 0.99, 1})).kind, Decision::Kind::Keep);
}

TEST(Decide, KeepsWithoutMeasurements) { EXPECT_EQ(decide({}).kind, Decision::Kind::Keep); }

TEST(Decide, KeepsFromTheSizeBehindTheLastLoss) {
  Decision decision = decide(sizes({0.5, 1.2, 0.9, 1, 1.5, 2}));
  EXPECT_EQ(decision.kind, Decision::Kind::KeepFrom);
  EXPECT_EQ(decision.from, 3u);
}

TEST(Decide, DropsWhatGainsNowhereOrLosesAtLast) {
  EXPECT_EQ(decide(sizes({1, 1.04})).kind, Decision::Kind::Drop);
  EXPECT_EQ(decide(sizes({2, 1.5, 0.9})).kind, Decision::Kind::Drop);
  EXPECT_EQ(decide(sizes({0.9, 1.04})).kind, Decision::Kind::Drop);
}

TEST(Describe, NamesTheIntegersAndTheRatio) {
  EXPECT_EQ(describe(sizes({0.714}).front()), "n = 1: 0.71");
  EXPECT_EQ(describe({{}, 0, 3, 2}), "as it is: 1.50");
}

} // namespace
} // namespace acc
