#include "rewriter/validate/Elimination.h"

#include <gtest/gtest.h>

namespace acc {
namespace {

LinearConstraint zero(std::map<std::string, int64_t> coefficients, int64_t constant = 0) {
  return {{std::move(coefficients), constant}, true};
}

LinearConstraint least(std::map<std::string, int64_t> coefficients, int64_t constant = 0) {
  return {{std::move(coefficients), constant}, false};
}

/// 0 <= name < size
void addRest(std::vector<LinearConstraint> &constraints, const std::string &name, int64_t size) {
  constraints.push_back(least({{name, 1}}));
  constraints.push_back(least({{name, -1}}, size - 1));
}

/// The element of two tiles is the same one: 8*x + a == 8*y + b.
std::vector<LinearConstraint> sameElement(int64_t sizeOfA) {
  std::vector<LinearConstraint> constraints{zero({{"i", 1}, {"x", -8}}),
                                            zero({{"i", 1}, {"a", 1}, {"y", -8}, {"b", -1}})};
  addRest(constraints, "a", sizeOfA);
  addRest(constraints, "b", 8);
  return constraints;
}

TEST(Elimination, AnElementIsInOneTile) {
  auto constraints = sameElement(8);
  constraints.push_back(least({{"x", 1}, {"y", -1}}, -1)); // x > y
  EXPECT_FALSE(eliminated(constraints));
}

TEST(Elimination, TilesThatOverlapShareElements) {
  auto constraints = sameElement(9);
  constraints.push_back(least({{"y", 1}, {"x", -1}}, -1)); // y > x: a == 8, b == 0
  EXPECT_TRUE(eliminated(constraints));
}

TEST(Elimination, PartsThatMustBeEqualAreCutApart) {
  auto constraints = sameElement(8);
  constraints.push_back(least({{"a", 1}, {"b", -1}, {"x", 1}, {"y", -1}}, -1));
  EXPECT_FALSE(eliminated(constraints));
}

TEST(Elimination, NoMultipleIsInTheRange) {
  std::vector<LinearConstraint> constraints{zero({{"x", 8}, {"a", 1}}, 5)}; // a = 8*z - 5
  addRest(constraints, "a", 3);
  EXPECT_FALSE(eliminated(constraints));
  constraints = {zero({{"x", 8}, {"a", 1}}, 5)};
  addRest(constraints, "a", 4);
  EXPECT_TRUE(eliminated(constraints));
}

TEST(Elimination, FactorsThatAllShareAreDividedAway) {
  EXPECT_FALSE(eliminated({zero({{"x", 4}, {"y", -2}}, 1)}));
  EXPECT_TRUE(eliminated({zero({{"x", 4}, {"y", -2}}, 2)}));
  // 4*x >= 1 and 4*x <= 3
  EXPECT_FALSE(
      eliminated({least({{"x", 4}}, -1), least({{"x", -4}}, 3), zero({{"x", 1}, {"y", -1}})}));
}

TEST(Elimination, LargeNumbersStayAsTheyAre) {
  std::vector<LinearConstraint> constraints{zero({{"x", int64_t(1) << 40}, {"y", 1}}),
                                            least({{"y", 1}}, -1)};
  auto rest = eliminated(constraints);
  ASSERT_TRUE(rest);
  EXPECT_EQ(rest->size(), 2u);
}

} // namespace
} // namespace acc
