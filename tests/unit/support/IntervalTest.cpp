// Intervals hold every value that there may be, and saturate instead of wrapping.
#include "analysis/support/Interval.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace acc;

namespace {

const Polynomial n = Polynomial::symbol("n"), m = Polynomial::symbol("m");

TEST(Interval, HoldsEveryValueAndBothEnds) {
  const Interval ofN{-3, 4}, ofM{-2, 5};
  auto ofName = [&](const std::string &name) { return name == "n" ? ofN : ofM; };
  // Each name once, so that the ends are met.
  for (const Polynomial &value : {n * m - 3, 2 * n - m, -n * m, Polynomial(7)}) {
    int64_t low = INT64_MAX, high = INT64_MIN;
    for (int64_t x = -3; x <= 4; ++x)
      for (int64_t y = -2; y <= 5; ++y) {
        int64_t at = *value.substitute({{"n", Polynomial(x)}, {"m", Polynomial(y)}}).constant();
        low = std::min(low, at);
        high = std::max(high, at);
      }
    Interval found = intervalOf(value, ofName);
    EXPECT_TRUE(found.low == low && found.high == high) << value.str();
  }
}

TEST(Interval, SaturatesInsteadOfWrapping) {
  auto types = [](const std::string &) { return Interval{0, (__int128(1) << 64) - 1}; };
  Interval cube = intervalOf(n * m * n, types), opposite = intervalOf(-n * m * n, types);
  EXPECT_TRUE(cube.low == 0 && cube.high == kBeyond);
  EXPECT_TRUE(opposite.low == -kBeyond && opposite.high == 0);
  EXPECT_TRUE(magnitudeOf(kAnyInteger + kAnyInteger) == kBeyond);
}

TEST(Interval, RoundsFractionsOutwards) {
  auto small = [](const std::string &) { return Interval{0, 3}; };
  auto half = (n * n + n).exactQuotient(2);
  ASSERT_TRUE(half);
  Interval found = intervalOf(*half, small);
  EXPECT_TRUE(found.low <= 0 && found.high >= 6 && found.high <= 8);
}

} // namespace
