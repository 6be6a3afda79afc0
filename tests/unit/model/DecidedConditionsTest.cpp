#include "analysis/model/DecidedConditions.h"

#include "analysis/model/ScopIsl.h"
#include "tests/support/ScopFixture.h"

#include <gtest/gtest.h>

using namespace acc;
using namespace acc::test;

namespace {

/// for (y = 0; y < m; y++) for (x = y; x < n; x++) if (condition) A[x] = 0;
Scop under(const Condition &condition) {
  Scop scop = makeScop({{"y", "0", "m"}, {"x", "y", "n"}}, {{{"y", "x"}, {}, {"A", "x"}, "=", {}}});
  scop.statements[0].condition = condition;
  return scop;
}

Condition decided(const Condition &condition) {
  IslContext context;
  Scop scop = under(condition), before = scop;
  decideConditions(scop);
  isl::set domain = iterationDomain(context, scop, scop.statements[0]);
  EXPECT_TRUE(domain.is_equal(iterationDomain(context, before, before.statements[0])));
  return scop.statements[0].condition;
}

Condition atLeast(const std::string &value) { return Condition::nonNegative(poly(value)); }
Condition different(const std::string &value) { return Condition::zero(poly(value)).negated(); }

TEST(DecidedConditions, AnAlternativeBeyondABoundGoes) {
  EXPECT_EQ(decided(different("y")), atLeast("y - 1"));
  EXPECT_EQ(decided(different("x - n + 1")), atLeast("n - 2 - x"));
  EXPECT_EQ(decided(different("x - y")), atLeast("x - y - 1"));
}

TEST(DecidedConditions, WhatABoundImpliesGoes) {
  EXPECT_TRUE(decided(atLeast("m - 1 - y")).isTrue());
  EXPECT_EQ(decided(Condition::conjunction({atLeast("x"), atLeast("x - 3")})), atLeast("x - 3"));
}

TEST(DecidedConditions, WhatBoundsDoNotDecideStays) {
  EXPECT_EQ(decided(different("x - 1")), different("x - 1"));
  EXPECT_EQ(decided(different("x - p")), different("x - p"));
  EXPECT_EQ(decided(atLeast("n - 2 - x")), atLeast("n - 2 - x"));
}

TEST(DecidedConditions, DownwardLoopsStandAtTheirStartFirst) {
  Scop scop = makeScop({{"x", "n", "-1"}}, {{{"x"}, {}, {"A", "x"}, "=", {}}});
  scop.loops[0].step = -1;
  scop.statements[0].condition = Condition::conjunction({different("x - n"), different("x")});
  decideConditions(scop);
  EXPECT_EQ(scop.statements[0].condition,
            Condition::conjunction({atLeast("n - 1 - x"), atLeast("x - 1")}));
}

TEST(DecidedConditions, NothingReachedIsNever) {
  EXPECT_TRUE(decided(Condition::disjunction({atLeast("-1 - y"), atLeast("x - n")})).isFalse());
}

} // namespace
