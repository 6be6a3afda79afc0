// The first iterations of a statement for a few numbers.
#include "analysis/dependence/Trial.h"
#include "analysis/model/ScopIsl.h"
#include "tests/support/ScopFixture.h"

#include <gtest/gtest.h>

using namespace acc;
using namespace acc::test;

namespace {

using Iterations = std::vector<Trial::Iteration>;

Iterations firstOf(const std::vector<LoopSpec> &loops, Point point,
                   Condition condition = Condition::always()) {
  std::vector<std::string> names;
  for (const LoopSpec &loop : loops)
    names.push_back(loop.name);
  Scop scop = makeScop(loops, {{names, {}, {"A", "0"}, "=", {{"B", "0"}}}});
  scop.statements[0].condition = condition;
  return Trial(scop, std::move(point)).firstOf(scop.statements[0]);
}

TEST(Trial, RunsTheFirstIterationsOfEachLoop) {
  EXPECT_EQ(firstOf({{"i", "0", "n"}}, {{"n", 3}}), (Iterations{{0}, {1}, {2}}));
  EXPECT_EQ(firstOf({{"i", "0", "n"}}, {{"n", 0}}), Iterations{});
  EXPECT_EQ(firstOf({{"i", "0", "n"}}, {{"n", 100}}).size(), 8u);
  EXPECT_EQ(firstOf({{"i", "0", "2"}, {"j", "i", "2"}}, {}), (Iterations{{0, 0}, {0, 1}, {1, 1}}));
  EXPECT_EQ(firstOf({{"i", "n", "0", "", -2}}, {{"n", 5}}), (Iterations{{5}, {3}, {1}}));
}

TEST(Trial, StartsAtTheLastOfTheFirstsAndEndsAtTheFirstOfTheEnds) {
  Scop scop = makeScop({{"i", "0", "n"}}, {{{"i"}, {}, {"A", "0"}, "=", {{"B", "0"}}}});
  auto first = [&] { return Trial(scop, {{"n", 5}}).firstOf(scop.statements[0]); };
  scop.loops[0].first = {Polynomial(1), poly("n - 3")};
  scop.loops[0].end = {poly("n"), Polynomial(4)};
  EXPECT_EQ(first(), (Iterations{{2}, {3}}));
  scop.loops[0].step = -1;
  scop.loops[0].first = {poly("n"), Polynomial(4)};
  scop.loops[0].end = {Polynomial(1), poly("n - 3")};
  EXPECT_EQ(first(), (Iterations{{4}, {3}}));
}

TEST(Trial, LeavesOutWhatDoesNotRunOrIsNotKnown) {
  EXPECT_EQ(firstOf({{"i", "0", "n"}}, {{"n", 4}}, Condition::lessEqual(Polynomial(2), poly("i"))),
            (Iterations{{2}, {3}}));
  EXPECT_EQ(firstOf({{"i", "0", "n"}}, {{"n", 4}}, Condition::lessEqual(poly("m"), poly("i"))),
            Iterations{});
  EXPECT_EQ(firstOf({{"i", "0", "n"}}, {}), Iterations{});
}

TEST(Trial, SubscriptsHaveTheirValuesWithOrWithoutALinearForm) {
  Scop scop = makeScop({{"i", "0", "n"}, {"j", "0", "n"}},
                       {{{"i", "j"}, {}, {"A", "0"}, "=", {{"B", "0"}}}});
  Trial trial(scop, {{"n", 4}, {"m", 5}});
  std::vector<Polynomial> subscripts = {poly("2*i + j + m*n"), poly("i*j"), poly("q")};
  std::vector<std::optional<LinearForm>> forms;
  for (const Polynomial &subscript : subscripts)
    forms.push_back(linearForm(subscript, {"i", "j"}));
  auto touched = trial.touchedBy(scop.statements[0], {{1, 2}}, subscripts, forms);
  EXPECT_EQ(touched, (std::vector<std::vector<std::optional<int64_t>>>{{24, 2, std::nullopt}}));
}

} // namespace
