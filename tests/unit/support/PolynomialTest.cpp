#include "analysis/support/Condition.h"
#include "analysis/support/Polynomial.h"

#include <gtest/gtest.h>

using namespace acc;

namespace {

Polynomial n = Polynomial::symbol("n"), m = Polynomial::symbol("m"), i = Polynomial::symbol("i"),
           j = Polynomial::symbol("j");

TEST(Polynomial, ComparesFunctionsNotText) {
  EXPECT_EQ((i + 1) * (n + 2), i * n + 2 * i + n + 2);
  EXPECT_FALSE(i * n == i * m);
}

TEST(Polynomial, PrintsAsPeopleWrite) {
  EXPECT_EQ((i * n + j - 1).str(), "i*n + j - 1");
  EXPECT_EQ((Polynomial(1) - n * m).str(), "1 - m*n");
  EXPECT_EQ(Polynomial(0).str(), "0");
}

TEST(Polynomial, DividesInOneVariable) {
  auto result = (i * n + j + 3 * n).divide(n, "n");
  ASSERT_TRUE(result);
  EXPECT_EQ(result->first, i + 3);
  EXPECT_EQ(result->second, j);
  EXPECT_FALSE((n * 3).divide(2 * n, "n"));
}

TEST(Polynomial, GcdKeepsContentAndSums) {
  EXPECT_EQ(Polynomial::gcd((n + 2) * (m + 2), 3 * (m + 2)), m + 2);
  EXPECT_EQ(Polynomial::gcd(6 * n, 4 * n * m), 2 * n);
  EXPECT_EQ(Polynomial::gcd(Polynomial(0), n), n);
}

TEST(Polynomial, EvaluatesIn128BitsAndSaysWhenItDoesNotFit) {
  Polynomial p = n * m;
  EXPECT_EQ(p.evaluate({{"n", int64_t(1) << 31}, {"m", int64_t(1) << 31}}), int64_t(1) << 62);
  EXPECT_FALSE(p.evaluate({{"n", int64_t(1) << 32}, {"m", int64_t(1) << 32}}));
  EXPECT_FALSE(p.evaluate({{"n", 1}}));
  Polynomial huge = Polynomial(INT64_MAX) * 4;
  EXPECT_TRUE(huge.overflowed());
}

TEST(Condition, PrintsComparisonsWithoutSubtraction) {
  EXPECT_EQ(Condition::lessEqual(m, n).str(), "m <= n");
  EXPECT_EQ(Condition::less(m + 1, n).str(), "m + 2 <= n");
  EXPECT_EQ(Condition::less(Polynomial(0), n).str(), "n > 0");
  EXPECT_EQ(Condition::nonNegative(n).str(), "n >= 0");
}

TEST(Condition, NegationIsExactOverIntegers) {
  Condition c = Condition::conjunction({Condition::less(m, n), Condition::zero(i)});
  for (int64_t a = -2; a <= 2; ++a)
    for (int64_t b = -2; b <= 2; ++b)
      for (int64_t d = -1; d <= 1; ++d) {
        std::map<std::string, int64_t> at{{"m", a}, {"n", b}, {"i", d}};
        EXPECT_NE(*c.evaluate(at), *c.negated().evaluate(at));
      }
}

} // namespace
