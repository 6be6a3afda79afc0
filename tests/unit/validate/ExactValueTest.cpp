// What conditions tell of the ranges of names.
#include "rewriter/validate/ExactValue.h"
#include "tests/support/ReadText.h"

#include <gtest/gtest.h>

namespace acc::test {
namespace {

const Polynomial w = Polynomial::symbol("w"), n = Polynomial::symbol("n");

/// Of two integers `n` and `w`, where the condition holds.
ExactValues where(const SourceNest &nest, const Condition &condition) {
  ExactValues values(nest);
  values.learn(condition);
  return values;
}

TEST(ExactValues, DivideByTheFactorOfAName) {
  const SourceUnit unit = read("void f(int n, int w, long wide, double *A)\n"
                               "{ for (int i = 0; i < n; i++) A[i*w + wide] = 0; }\n");
  const SourceNest &nest = unit.nests.front();
  auto number = [](int64_t value) { return Polynomial(value); };
  // 1 <= n <= 4*w: w is at least 1, and 2 is not known.
  const ExactValues rows =
      where(nest, Condition::conjunction({Condition::nonNegative(n - number(1)),
                                          Condition::lessEqual(n, number(4) * w)}));
  EXPECT_TRUE(rows.isNonNegative(w - number(1)));
  EXPECT_FALSE(rows.isNonNegative(w - number(2)));
  struct Case {
    int64_t slope, rest, low, high;
  };
  // slope*w + rest >= 0 keeps w within these.
  for (const Case &one : {Case{3, 10, -3, INT32_MAX},
                          {3, -10, 4, INT32_MAX},
                          {-3, 10, INT32_MIN, 3},
                          {-3, -10, INT32_MIN, -4},
                          {4, 8, -2, INT32_MAX},
                          {-4, 8, INT32_MIN, 2},
                          {1, -7, 7, INT32_MAX},
                          {-1, 7, INT32_MIN, 7}}) {
    const ExactValues values =
        where(nest, Condition::nonNegative(number(one.slope) * w + number(one.rest)));
    EXPECT_TRUE(values.isNonNegative(w - number(one.low))) << one.slope << " " << one.rest;
    EXPECT_FALSE(values.isNonNegative(w - number(one.low + 1))) << one.slope << " " << one.rest;
    EXPECT_TRUE(values.isNonNegative(number(one.high) - w)) << one.slope << " " << one.rest;
    EXPECT_FALSE(values.isNonNegative(number(one.high - 1) - w)) << one.slope << " " << one.rest;
  }
  const ExactValues equal = where(nest, Condition::zero(number(3) * w - number(12)));
  EXPECT_TRUE(equal.isNonNegative(w - number(4)));
  EXPECT_TRUE(equal.isNonNegative(number(4) - w));
  // Quotients that might be rounded past a whole number are not believed.
  EXPECT_FALSE(
      where(nest, Condition::nonNegative(number(3) * w - number(INT64_MAX))).isNonNegative(w));
}

} // namespace
} // namespace acc::test
