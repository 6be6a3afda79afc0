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

TEST(Polynomial, QuotientsThatAreIntegersWithoutIntegerCoefficients) {
  auto triangle = (i * (i + 1)).exactQuotient(2);
  ASSERT_TRUE(triangle);
  EXPECT_EQ(triangle->denominator(), 2);
  EXPECT_TRUE(triangle->overflowed());
  EXPECT_EQ(triangle->str(), "(i*i + i)/2");
  for (int64_t k = -3; k <= 3; ++k)
    EXPECT_EQ(triangle->evaluate({{"i", k}}), k * (k + 1) / 2);
  EXPECT_EQ(*triangle * 2, i * i + i);
  auto tetrahedron = (i * (i + 1) * (i + 2)).exactQuotient(6);
  ASSERT_TRUE(tetrahedron);
  EXPECT_EQ(tetrahedron->evaluate({{"i", 4}}), 20);
  EXPECT_EQ((i * (i + 1)).exactQuotient(2)->exactQuotient(2), std::nullopt);
  EXPECT_FALSE((i * (i + 2)).exactQuotient(2));
  EXPECT_FALSE(i.exactQuotient(0));
  EXPECT_TRUE((n * i * 4 + m * 6).exactQuotient(2));
  // The sign of a condition needs no denominator.
  EXPECT_EQ(Condition::lessEqual(*triangle, n), Condition::lessEqual(i * i + i, n * 2));
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
