#include "analysis/model/DeadStatements.h"

#include "tests/support/ScopFixture.h"

#include <gtest/gtest.h>

using namespace acc;
using namespace acc::test;

namespace {

Scop twoStatements(const std::string &secondNeeds) {
  Scop scop = makeScop({{"i", "0", "n"}}, {{{"i"}, {0, 0}, {"A", "i"}, "=", {{"B", "i"}}},
                                           {{"i"}, {0, 1}, {"C", "i"}, "=", {{"B", "i"}}}});
  scop.statements[1].condition = Condition::nonNegative(poly(secondNeeds));
  return scop;
}

TEST(DeadStatements, OneThatNeverRunsGoesWithItsArray) {
  IslContext context;
  auto scop = withoutDeadStatements(twoStatements("i - n"), context);
  ASSERT_TRUE(scop);
  ASSERT_EQ(scop->statements.size(), 1u);
  ASSERT_EQ(scop->arrays.size(), 2u);
  for (const ScopAccess &access : scop->statements[0].accesses)
    EXPECT_EQ(scop->arrays[access.array].name, access.isWrite ? "A" : "B");
}

TEST(DeadStatements, OneThatMayRunStays) {
  IslContext context;
  auto scop = withoutDeadStatements(twoStatements("i - m"), context);
  ASSERT_TRUE(scop);
  EXPECT_EQ(scop->statements.size(), 2u);
}

TEST(DeadStatements, NothingLeftIsARefusal) {
  IslContext context;
  Scop scop = makeScop({{"i", "n", "n"}}, {{{"i"}, {}, {"A", "i"}, "=", {}}});
  auto left = withoutDeadStatements(scop, context);
  ASSERT_FALSE(left);
  EXPECT_EQ(left.rejection().kind, RejectionKind::NoAccess);
}

} // namespace
