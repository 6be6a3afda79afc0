// Rows whose iterations wait for one another, several at once.
#include "scheduling/autoschedule/AutoSchedule.h"
#include "tests/unit/scheduling/Kernels.h"

using namespace acc;
using namespace acc::test;

namespace {

/// for i for j A[i][j] = what it reads
Lifted chain(const std::vector<AccessSpec> &reads) {
  Scop scop = makeScop({{"i", "1", "n"}, {"j", "1", "m - 1"}},
                       {{{"i", "j"}, {0, 0, 0}, {"A", "i*m + j"}, "=", reads}});
  return Lifted(scop, {{"A", {"m"}}, {"B", {"m"}}});
}

/// By how many iterations each row stays behind the row before; -1 where rows do not run at once.
int64_t behind(const Lifted &nest) {
  const Outcome<Plan> plan = chooseSchedule(*nest.nest, withVectors());
  if (!plan || !plan->unrolled().count("ii"))
    return -1;
  for (const Step &step : plan->schedule().steps())
    if (step.kind == Step::Kind::Skew)
      return step.sizes.front();
  return 0;
}

} // namespace

TEST(JammedChains, RowsThatReadNothingOfOthersRunSideBySide) {
  EXPECT_EQ(behind(chain({{"B", "i*m + j"}, {"A", "i*m + j - 1"}})), 0);
}

TEST(JammedChains, RowsStayBehindTheOneAbove) {
  EXPECT_EQ(behind(chain({{"A", "i*m + j - 1"}, {"A", "(i - 1)*m + j"}})), 1);
  EXPECT_EQ(behind(chain({{"A", "i*m + j - 1"}, {"A", "(i - 1)*m + j + 1"}})), 2);
}

/// for i for j { t = what it reads; A[i][j] = t * B[i][j]; }
TEST(JammedChains, TheChainMayGoThroughAVariable) {
  auto through = [](const std::vector<AccessSpec> &reads) {
    Scop scop =
        makeScop({{"i", "1", "n"}, {"j", "1", "m - 1"}},
                 {{{"i", "j"}, {0, 0, 0}, {"t", "0"}, "=", reads},
                  {{"i", "j"}, {0, 0, 1}, {"A", "i*m + j"}, "=", {{"t", "0"}, {"B", "i*m + j"}}}});
    makePrivateScalar(scop, "t", {"i", "j"});
    return Lifted(scop, {{"A", {"m"}}, {"B", {"m"}}});
  };
  EXPECT_EQ(behind(through({{"A", "i*m + j - 1"}, {"A", "(i - 1)*m + j"}})), 1);
  EXPECT_EQ(behind(through({{"A", "(i - 1)*m + j"}})), -1);
}

/// Several values of a delay line run at once in any order.
TEST(JammedChains, NotWhereTheValueIsFarBefore) {
  EXPECT_EQ(behind(chain({{"A", "i*m + j - 20"}, {"B", "i*m + j"}})), -1);
}

TEST(JammedChains, NotWhereARowWouldWaitTooLong) {
  EXPECT_EQ(behind(chain({{"A", "i*m + j - 1"}, {"A", "(i - 1)*m + j + 3"}})), -1);
}

TEST(JammedChains, NotWhereIterationsOfARowAreIndependent) {
  EXPECT_EQ(behind(chain({{"B", "i*m + j"}, {"A", "(i - 1)*m + j"}})), -1);
}
