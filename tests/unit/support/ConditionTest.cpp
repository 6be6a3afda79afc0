#include "analysis/support/Alternatives.h"

#include <gtest/gtest.h>

using namespace acc;

namespace {

const Polynomial n = Polynomial::symbol("n"), m = Polynomial::symbol("m");

TEST(Condition, AlternativesThatDenyAnEqualityAreOne) {
  Condition differs = Condition::zero(n).negated(), less = Condition::less(m, n);
  EXPECT_EQ(differs.str(), "n != 0");
  EXPECT_EQ(Condition::zero(n - m).negated().str(), "n != m");
  EXPECT_EQ(Condition::disjunction(
                {Condition::less(n, Polynomial(0)), less, Condition::less(Polynomial(0), n)})
                .str(),
            "n != 0 || m < n");
  EXPECT_EQ(Condition::conjunction({differs, less}).str(), "n != 0 && m < n");
  EXPECT_EQ(
      Condition::conjunction({Condition::disjunction({less, Condition::zero(m)}), differs}).str(),
      "(m < n || m == 0) && n != 0");
  // n > 0 || n < 1 is no inequality, nor is n > 0 || m < 0.
  EXPECT_EQ(alternativesOf(Condition::disjunction({Condition::less(Polynomial(0), n),
                                                   Condition::less(m, Polynomial(0))}))
                .size(),
            2u);
  EXPECT_EQ(alternativesOf(less).size(), 1u);
}

TEST(Condition, ComparisonsThatFillTheLineAreAlwaysAndThoseThatMissEachOtherNever) {
  Condition below = Condition::less(n * m, Polynomial(3)), beside = Condition::less(m, n);
  for (int64_t from : {-2, 0, 2, 3, 4, 7}) {
    Condition above = Condition::lessEqual(Polynomial(from), n * m);
    EXPECT_EQ(Condition::disjunction({below, beside, above}).isTrue(), from <= 3) << from;
    EXPECT_EQ(Condition::conjunction({below, beside, above}).isFalse(), from >= 3) << from;
  }
  EXPECT_FALSE(Condition::disjunction({below, Condition::lessEqual(Polynomial(0), m)}).isTrue());
}

TEST(Condition, AlternativesMeanTheSame) {
  Condition all = Condition::disjunction(
      {Condition::less(n, m), Condition::zero(n - Polynomial(2)), Condition::less(m, n)});
  for (int64_t a = -3; a <= 3; ++a)
    for (int64_t b = -3; b <= 3; ++b) {
      std::map<std::string, int64_t> point{{"n", a}, {"m", b}};
      bool holds = false;
      for (const Alternative &one : alternativesOf(all))
        holds |= *one.condition.evaluate(point) != one.isDenied;
      EXPECT_EQ(holds, *all.evaluate(point)) << a << ' ' << b;
    }
}

} // namespace
