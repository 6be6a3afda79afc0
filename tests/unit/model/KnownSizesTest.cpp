// Which conditions the sizes of a unit admit.
#include "analysis/model/KnownSizes.h"
#include "tests/support/ScopFixture.h"
#include "tests/support/Source.h"

namespace acc::test {
namespace {

const std::string kCopy = "void f(int n, int m, float *A) { int i, j; for (i = 0; i < n; i++)"
                          " for (j = 0; j < m; j++) A[i*m + j] = 0; }";

Condition atLeast(const std::string &value, int64_t low) {
  return Condition::nonNegative(poly(value) - Polynomial(low));
}

KnownSizes callsWith(const std::vector<int64_t> &ns) {
  KnownSizes sizes;
  for (int64_t n : ns)
    sizes.calls.push_back({{"n", {n, n}}});
  return sizes;
}

TEST(KnownSizes, SomeOfSeveralCallsAreLeftOut) {
  IslContext context;
  const Scop scop = liftedOf(kCopy);
  EXPECT_TRUE(leavesOutCalls(context, scop, callsWith({8, 64}), atLeast("n", 16)));
  EXPECT_FALSE(leavesOutCalls(context, scop, callsWith({16, 64}), atLeast("n", 16)));
  EXPECT_FALSE(leavesOutCalls(context, scop, callsWith({8}), atLeast("n", 16)));
  EXPECT_FALSE(leavesOutCalls(context, scop, {{{}}, {}}, atLeast("n", 16))); // nothing is known
}

TEST(KnownSizes, GapsLimitWhatTheLoopDoes) {
  IslContext context;
  const Scop scop = liftedOf(kCopy);
  auto withGap = [&](const std::string &larger, const std::string &smaller, uint32_t loop) {
    KnownSizes sizes;
    sizes.gaps.push_back({{loop, 0, 1, 1}, larger, smaller, 7});
    return sizes;
  };
  const uint32_t here = scop.nest.root->range.begin;
  EXPECT_FALSE(mayHoldInUnit(context, scop, withGap("n", "m", here), atLeast("n - m", 8)));
  EXPECT_TRUE(mayHoldInUnit(context, scop, withGap("n", "m", here), atLeast("n - m", 7)));
  EXPECT_TRUE(mayHoldInUnit(context, scop, withGap("n", "m", here), atLeast("m - n", 8)));
  EXPECT_FALSE(mayHoldInUnit(context, scop, withGap("n", "", here), atLeast("n", 8)));
  EXPECT_FALSE(mayHoldInUnit(context, scop, withGap("", "n", here), atLeast("-n", 8)));
  EXPECT_TRUE(mayHoldInUnit(context, scop, withGap("n", "m", here + 1), atLeast("n - m", 8)));
  EXPECT_TRUE(mayHoldInUnit(context, scop, withGap("n", "other", here), atLeast("n - m", 8)));
}

TEST(KnownSizes, NumbersThatAConditionGives) {
  const Condition condition =
      Condition::conjunction({Condition::zero(poly("n - 16")), Condition::zero(poly("4 - m")),
                              atLeast("p", 3), Condition::zero(poly("lda - p"))});
  EXPECT_EQ(equatedNumbers(condition), (std::map<std::string, int64_t>{{"m", 4}, {"n", 16}}));
}

} // namespace
} // namespace acc::test
