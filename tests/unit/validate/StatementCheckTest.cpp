#include "rewriter/validate/StatementCheck.h"

#include "tests/support/ScopFixture.h"

#include <gtest/gtest.h>

#include <functional>

namespace acc::test {
namespace {

/// Two statements in one loop, a third behind it.
Scop threeStatements() {
  return makeScop({{"i", "0", "n"}},
                  {{{"i"}, {}, {"A", "i"}, "=", {}},
                   {{"i"}, {0, 1}, {"B", "i"}, "=", {{"A", "i"}}},
                   {{}, {1}, {"C", "flag"}, "=", {}}},
                  "long");
}

Condition atLeastZero(const std::string &value) { return Condition::nonNegative(poly(value)); }

/// What is said of the scop after `change`, where the guard holds.
std::string verdictOf(
    const std::function<void(Scop &)> &change, const Condition &guard = Condition::always(),
    const std::function<void(Scop &)> &before = [](Scop &) {}) {
  Scop read = threeStatements();
  before(read);
  Scop source = read;
  source.asRead = std::make_shared<const Scop>(read);
  change(source);
  IslContext context;
  auto wrong = checkStatements(source, GuardContext(context, source, read, guard, {}));
  return wrong ? wrong->message() : "";
}

/// The second statement in two: below `cut`, and from there on.
void cutSecond(Scop &scop, const std::string &cut) {
  ScopStatement &low = scop.statements[1];
  low.condition = Condition::less(poly("i"), poly(cut));
  ScopStatement high = low;
  high.id = "S9";
  high.condition = Condition::lessEqual(poly(cut), poly("i"));
  scop.statements.push_back(high);
}

TEST(StatementCheck, WhatIsAsItWasRead) {
  EXPECT_EQ(verdictOf([](Scop &) {}), "");
}

TEST(StatementCheck, PiecesThatTogetherRunEachInstanceOnce) {
  EXPECT_EQ(verdictOf([](Scop &scop) { cutSecond(scop, "flag"); }), "");
  EXPECT_NE(verdictOf([](Scop &scop) {
              cutSecond(scop, "flag");
              scop.statements.pop_back();
            }),
            "");
  EXPECT_NE(verdictOf([](Scop &scop) {
              cutSecond(scop, "flag");
              scop.statements.back().condition = Condition::always();
            }),
            "");
}

TEST(StatementCheck, WhatIsLeftOutDoesNotRunUnderTheGuard) {
  auto isFlagged = [](Scop &scop) { scop.statements[1].condition = atLeastZero("flag"); };
  auto leaveOut = [](Scop &scop) { scop.statements.erase(scop.statements.begin() + 1); };
  EXPECT_NE(verdictOf(leaveOut, Condition::always(), isFlagged), "");
  EXPECT_NE(verdictOf(leaveOut, atLeastZero("flag + 1"), isFlagged), "");
  EXPECT_EQ(verdictOf(leaveOut, atLeastZero("-1 - flag"), isFlagged), "");
}

TEST(StatementCheck, ConditionsAreReadWhereTheGuardHolds) {
  auto narrow = [](Scop &scop) { scop.statements[0].condition = atLeastZero("flag"); };
  EXPECT_NE(verdictOf(narrow), "");
  EXPECT_EQ(verdictOf(narrow, atLeastZero("flag - 3")), "");
}

TEST(StatementCheck, AccessesLoopsAndPlacesAreThoseThatWereRead) {
  EXPECT_NE(verdictOf([](Scop &scop) { scop.statements[0].accesses[0].subscripts[0] += 1; }), "");
  EXPECT_NE(verdictOf([](Scop &scop) { scop.loops[0].end[0] += 1; }), "");
  EXPECT_NE(verdictOf([](Scop &scop) {
              std::swap(scop.statements[0].positions, scop.statements[1].positions);
            }),
            "");
}

} // namespace
} // namespace acc::test
