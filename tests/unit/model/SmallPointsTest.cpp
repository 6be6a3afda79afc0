// Points that satisfy a condition, over what the source's scalars are worth.
#include "analysis/model/SmallPoints.h"
#include "tests/support/ScopFixture.h"
#include "tests/support/Source.h"

namespace acc::test {
namespace {

using Wanted = Condition;

Wanted atLeast(const std::string &value, int64_t low) {
  return Condition::nonNegative(poly(value) - Polynomial(low));
}

/// The condition holds at each point, and there are some. The least of them.
acc::Point leastOf(const Scop &scop, const Wanted &wanted) {
  std::vector<acc::Point> points = smallPoints(scop, wanted);
  EXPECT_FALSE(points.empty()) << wanted.str();
  for (const acc::Point &point : points)
    EXPECT_EQ(wanted.evaluate(point), true) << wanted.str();
  return points.empty() ? acc::Point() : points.front();
}

TEST(SmallPoints, SizesOfAProductGrowUntilItIsLarge) {
  acc::Point point = leastOf(
      gemmScop(), Condition::conjunction({atLeast("p", 16), atLeast("m", 4), atLeast("n", 2),
                                          atLeast("ldb - m", 0), atLeast("lda - p", 0),
                                          atLeast("ldc - m", 0), atLeast("n*m*p", 256)}));
  int64_t work = point["n"] * point["m"] * point["p"];
  EXPECT_GE(work, 256);
  EXPECT_LE(work, 1024);
}

TEST(SmallPoints, EquationsAndAlternatives) {
  Scop scop = gemmScop();
  EXPECT_EQ(leastOf(scop, Condition::conjunction(
                              {Condition::zero(poly("65536 - m")), atLeast("n", 2)}))["m"],
            65536);
  EXPECT_EQ(leastOf(scop, Condition::zero(poly("m - 2*p - 7")))["m"] % 2, 1);
  leastOf(scop, Condition::disjunction({Condition::zero(poly("m*p - 35")), atLeast("-n", 100)}));
  leastOf(scop, Condition::conjunction({atLeast("-n", 3), Condition::zero(poly("n + m"))}));
}

TEST(SmallPoints, NoneIsFoundWhereThereIsNone) {
  EXPECT_TRUE(
      smallPoints(gemmScop(), Condition::conjunction({atLeast("m", 3), atLeast("-m", 0)})).empty());
}

TEST(SmallPoints, ValuesThatTheNestWorksOutAreThoseOfTheirVariables) {
  Scop scop = liftedOf("void f(int n, int c, float *A) { for (int i = 0; i < n; i++)"
                       " for (int j = 0; j < c / 4; j++) A[i * (c / 4) + j] = 1; }");
  const Parameter *quotient = nullptr;
  for (const Parameter &parameter : scop.parameters)
    if (parameter.definition)
      quotient = &parameter;
  ASSERT_TRUE(quotient);
  std::vector<acc::Point> points =
      smallPoints(scop, Condition::nonNegative(Polynomial::symbol(quotient->name) - Polynomial(9)));
  ASSERT_FALSE(points.empty());
  for (const acc::Point &point : points) {
    EXPECT_GE(point.at("c"), 36);
    EXPECT_FALSE(point.count(quotient->name));
    EXPECT_EQ(withParameters(scop, point).at(quotient->name), point.at("c") / 4);
  }
}

TEST(SmallPoints, VariablesThatAreAssignedBeforeTheNestFollowFromOthers) {
  Scop scop =
      liftedOf("void f(int n, int taps, int step, float *A) { int width = n - (taps - 1) * step;"
               " for (int i = 0; i < taps; i++) for (int j = 0; j < width; j++)"
               " A[i * width + j] = 1; }");
  std::vector<acc::Point> points =
      smallPoints(scop, Condition::conjunction({atLeast("width", 8), atLeast("taps", 2)}));
  ASSERT_FALSE(points.empty());
  for (const acc::Point &point : points) {
    EXPECT_GE(point.at("n") - (point.at("taps") - 1) * point.at("step"), 8);
    EXPECT_FALSE(point.count("width"));
  }
}

TEST(SmallPoints, NarrowTypesKeepTheirLimits) {
  Scop scop = liftedOf("void f(unsigned char n, int m, float *A) { for (int i = 0; i < n; i++)"
                       " for (int j = 0; j < m; j++) A[i * m + j] = 1; }");
  EXPECT_GT(leastOf(scop, atLeast("n*m", 2000))["m"], 1);
  EXPECT_TRUE(smallPoints(scop, atLeast("n", 256)).empty());
}

} // namespace
} // namespace acc::test
