// Sums and what else stands in their loop: in vectors, and in order.
#include "scheduling/autoschedule/AutoSchedule.h"
#include "tests/unit/scheduling/Kernels.h"

using namespace acc;
using namespace acc::test;

namespace {

/// for i for j { t = A[i][j] + D[j] + E[j] + ..; B[i][j] = t; s[0] += t; }
Lifted residual(const std::string &sum, CType::Kind kind = CType::Kind::Floating,
                const std::string &target = "i*m + j") {
  Scop scop = makeScop({{"i", "0", "n"}, {"j", "0", "m"}},
                       {{{"i", "j"},
                         {0, 0, 0},
                         {"t", "0"},
                         "=",
                         {{"A", "i*m + j"}, {"D", "j"}, {"E", "j"}, {"F", "j"}, {"G", "j"}}},
                        {{"i", "j"}, {0, 0, 1}, {"B", target}, "=", {{"t", "0"}}},
                        {{"i", "j"}, {0, 0, 2}, {"s", sum}, "+=", {{"t", "0"}}}});
  makePrivateScalar(scop, "t", {"i", "j"});
  for (ScopArray &array : scop.arrays)
    array.element.kind = kind;
  return Lifted(scop, {{"A", {"m"}}, {"B", {"m"}}});
}

} // namespace

TEST(ChainsApart, TheOthersRunInVectors) {
  Plan plan = *chooseSchedule(*residual("0").nest, withVectors());
  const std::vector<Step> &steps = plan.schedule().steps();
  ASSERT_EQ(steps.size(), 2u) << printScript(plan, "f#1");
  EXPECT_EQ(steps[1].kind, Step::Kind::Distribute);
  EXPECT_TRUE(plan.vectorizes("jj", 1));
  EXPECT_FALSE(plan.vectorizes("jj", 2));
  ASSERT_EQ(plan.promotions().size(), 1u);
  EXPECT_EQ(plan.promotions()[0].array, "t");
}

TEST(ChainsApart, NotWhereNothingIsAChain) {
  const Lifted nest = residual("j");
  for (const RankedPlan &one : schedulesToMeasure(*nest.nest, withVectors(), {}))
    for (const Step &step : one.plan.schedule().steps())
      EXPECT_NE(step.kind, Step::Kind::Distribute) << printScript(one.plan, "f#1");
}

/// Compilers take a sum of integers beside the rest.
TEST(ChainsApart, NotForASumThatCompilersTakeInAnyOrder) {
  const Lifted nest = residual("0", CType::Kind::Integer);
  for (const RankedPlan &one : schedulesToMeasure(*nest.nest, withVectors(), {}))
    for (const Step &step : one.plan.schedule().steps())
      EXPECT_NE(step.kind, Step::Kind::Distribute) << printScript(one.plan, "f#1");
}
