#include "analysis/support/Polynomial.h"
#include "analysis/support/Condition.h"

#include <gtest/gtest.h>

#include <random>

using namespace acc;

namespace {

Polynomial n = Polynomial::symbol("n"), m = Polynomial::symbol("m"), i = Polynomial::symbol("i"),
           j = Polynomial::symbol("j");

TEST(Polynomial, ComparesFunctionsNotText) {
  EXPECT_EQ((i + 1) * (n + 2), i * n + 2 * i + n + 2);
  EXPECT_FALSE(i * n == i * m);
}

TEST(Polynomial, OrderTellsApartWhatHasNoTerms) {
  // Neither has terms that 64 bits hold, and what is kept by polynomial must not mix them up.
  const Polynomial large = Polynomial(INT64_MAX) * Polynomial(INT64_MAX) * n, larger = large + n;
  ASSERT_TRUE(large.overflowed() && larger.overflowed());
  for (const auto &[a, b] : {std::pair{Polynomial(0), large}, std::pair{large, larger}}) {
    EXPECT_NE(a < b, b < a);
    EXPECT_FALSE(a < a || b < b);
  }
}

/// A sum of up to four monomials in i, j, n with coefficients from -3 to 3.
Polynomial randomPolynomial(std::minstd_rand &random) {
  auto below = [&](int end) { return int(random() / 7 % end); };
  Polynomial sum(below(7) - 3);
  for (int terms = below(4); terms > 0; --terms)
    sum += Polynomial(below(7) - 3) * i.pow(below(3)) * j.pow(below(2)) * n.pow(below(3));
  return sum;
}

// Equality looks at the structure of what is expanded, which has to be the same whatever
// operation made the polynomial.
TEST(Polynomial, EqualityIsADifferenceOfZeroWhateverMadeThem) {
  std::minstd_rand random;
  for (int round = 0; round < 300; ++round) {
    Polynomial a = randomPolynomial(random), b = randomPolynomial(random),
               c = randomPolynomial(random);
    std::vector<Polynomial> made{a,
                                 b,
                                 c,
                                 a + b,
                                 a * b,
                                 (a + b) * c,
                                 a * c + b * c,
                                 -(-a) - b + b,
                                 a.pow(2) * 2 - a * (a + a) + c,
                                 Polynomial::gcd(a, b),
                                 Polynomial::gcd(b, a),
                                 Polynomial::gcd(a * c, b * c)};
    Polynomial byCoefficients, byTerms, byFactors = 1;
    for (int power = 0; power <= a.degree("i"); ++power)
      byCoefficients += a.coefficient("i", power) * b.pow(power);
    for (const Term &term : a.terms())
      byTerms += Polynomial::fromTerm(term);
    for (const auto &[factor, multiplicity] : a.factors())
      byFactors *= factor.pow(multiplicity);
    EXPECT_EQ(byCoefficients, a.substitute({{"i", b}}));
    EXPECT_EQ(byTerms, a);
    EXPECT_EQ(byFactors, a);
    made.insert(made.end(), {byCoefficients, a.substitute({{"i", b}}), byTerms, byFactors,
                             a.substitute({{"i", j}, {"j", i}}).substitute({{"i", j}, {"j", i}})});
    if (!b.isZero()) {
      auto whole = (a * b).dividedBy(b);
      ASSERT_TRUE(whole);
      EXPECT_EQ(*whole, a);
      made.push_back(*whole);
    }
    if (auto parts = b.isZero() ? std::nullopt : a.divide(b, "n")) {
      EXPECT_EQ(parts->first * b + parts->second, a);
      made.insert(made.end(), {parts->first, parts->second, parts->first * b + parts->second});
    }
    auto half = (a * (a + 1) * c).exactQuotient(2),
         sixth = (a * (a + 1) * (a + 2)).exactQuotient(6);
    ASSERT_TRUE(half && sixth);
    EXPECT_EQ(*half * 2, a * (a + 1) * c);
    EXPECT_EQ(*sixth * 6, a * a * a + 3 * a * a + 2 * a);
    made.insert(made.end(), {*half, *half * 2, a * (a + 1) * c, *sixth, *sixth * 3,
                             *sixth + *half - *sixth, -*half + b + *half});
    for (const Polynomial &x : made)
      for (const Polynomial &y : made) {
        bool isSame = (x - y).isZero();
        ASSERT_EQ(x == y, isSame) << x.str() << " and " << y.str();
        ASSERT_EQ(!(x < y) && !(y < x), isSame) << x.str() << " and " << y.str();
      }
  }
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
  // What has no negation is no coefficient.
  EXPECT_EQ(Polynomial(-INT64_MAX).constant(), -INT64_MAX);
  EXPECT_FALSE(Polynomial(INT64_MIN).constant());
  EXPECT_TRUE((n + Polynomial(INT64_MIN)).overflowed());
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
