// Values of loops' variables that no two iterations have alike.
#include "rewriter/validate/DistinctInstances.h"

#include "tests/support/ScopFixture.h"

#include <gtest/gtest.h>

namespace acc::test {
namespace {

bool areDistinct(const std::vector<LoopSpec> &loops, const std::vector<std::string> &iterators,
                 const std::vector<LinearForm> &forms) {
  const Scop scop = makeScop(loops, {{iterators, {}, {"A", iterators.front()}, "=", {}}});
  return giveDistinctValues(scop, scop.statements.front(), forms);
}

const LinearForm kBlockAndPlace{{{"i", 1}, {"ii", 1}}, 0};

TEST(DistinctInstances, EachVariableAlone) {
  EXPECT_TRUE(areDistinct({{"i", "0", "n"}, {"j", "0", "m"}}, {"i", "j"},
                          {{{{"i", 1}}, 0}, {{{"j", -1}}, 3}}));
  EXPECT_FALSE(areDistinct({{"i", "0", "n"}, {"j", "0", "m"}}, {"i", "j"}, {{{{"i", 1}}, 0}}));
}

TEST(DistinctInstances, PlacesInBlocks) {
  EXPECT_TRUE(
      areDistinct({{"i", "0", "n", "", 8}, {"ii", "0", "8"}}, {"i", "ii"}, {kBlockAndPlace}));
  EXPECT_FALSE(
      areDistinct({{"i", "0", "n", "", 8}, {"ii", "0", "9"}}, {"i", "ii"}, {kBlockAndPlace}));
  EXPECT_FALSE(areDistinct({{"i", "0", "n"}, {"ii", "0", "8"}}, {"i", "ii"}, {kBlockAndPlace}));
  EXPECT_FALSE(
      areDistinct({{"i", "0", "n", "", 8}, {"ii", "0", "m"}}, {"i", "ii"}, {kBlockAndPlace}));
}

TEST(DistinctInstances, StepsFromAStartThatMayDiffer) {
  // i starts at k, of which nothing is told.
  EXPECT_FALSE(areDistinct({{"k", "0", "p"}, {"i", "k", "n", "", 8}, {"ii", "0", "8"}},
                           {"k", "i", "ii"}, {kBlockAndPlace}));
  EXPECT_TRUE(areDistinct({{"k", "0", "p"}, {"i", "k", "n", "", 8}, {"ii", "0", "8"}},
                          {"k", "i", "ii"}, {kBlockAndPlace, {{{"k", 1}}, 0}}));
}

TEST(DistinctInstances, EquationsTogether) {
  EXPECT_FALSE(
      areDistinct({{"i", "0", "n"}, {"j", "0", "m"}}, {"i", "j"}, {{{{"i", 1}, {"j", 1}}, 0}}));
}

} // namespace
} // namespace acc::test
