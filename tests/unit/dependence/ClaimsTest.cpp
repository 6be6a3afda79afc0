#include "analysis/dependence/Claims.h"
#include "tests/support/HandViews.h"

#include <gtest/gtest.h>

using namespace acc;
using namespace acc::test;

namespace {

/// What is claimed where the views of `sizes` need `validity`, which is that of the array A.
Claims claims(const Scop &scop, const ViewSizes &sizes, const Condition &validity) {
  IslContext context;
  Delinearization views = handViews(scop, sizes);
  views.validity = validity;
  Outcome<Dependences> dependences = computeDependences(scop, views, context);
  EXPECT_TRUE(dependences);
  std::vector<Condition> validities;
  for (const ScopArray &array : scop.arrays)
    validities.push_back(array.name == "A" ? validity : Condition::always());
  return claimsOf(scop, views, validities, *dependences, context);
}

const Condition kFits = Condition::lessEqual(poly("m"), poly("ld"));

TEST(Claims, OnlyTheLoopOverRowsNeedsRows) {
  Scop scop = makeScop({{"i", "0", "n"}, {"j", "0", "m"}},
                       {{{"i", "j"}, {}, {"A", "i*ld + j"}, "=", {{"B", "i*ld + j"}}}});
  Claims found = claims(scop, {{"A", {"ld"}}, {"B", {"ld"}}}, kFits);
  EXPECT_EQ(found.parallelWhen, (std::vector<Condition>{kFits, Condition::always()}));
  EXPECT_EQ(found.completeWhen, kFits);
}

TEST(Claims, WhatIsOnlyReadNeedsNothing) {
  Scop scop = makeScop({{"i", "0", "n"}, {"j", "0", "m"}},
                       {{{"i", "j"}, {}, {"s", "i"}, "+=", {{"A", "i*ld + j"}}}});
  size_t a = scop.arrays[0].name == "A" ? 0 : 1;
  IslContext context;
  Delinearization views = handViews(scop, {{"A", {"ld"}}});
  views.validity = kFits;
  std::vector<Condition> validities(scop.arrays.size(), Condition::always());
  validities[a] = kFits;
  Outcome<Dependences> dependences = computeDependences(scop, views, context);
  ASSERT_TRUE(dependences);
  Claims found = claimsOf(scop, views, validities, *dependences, context);
  EXPECT_EQ(found.parallelWhen, (std::vector<Condition>{Condition::always(), Condition::never()}));
  EXPECT_TRUE(found.completeWhen.isTrue());
}

TEST(Claims, FlatAddressesAreComparedInOneIterationOfTheOuterLoops) {
  // The flat A[i*n + j] for j <= n: rows overlap, within one they do not.
  Scop scop = makeScop({{"i", "0", "5"}, {"j", "0", "n + 1"}},
                       {{{"i", "j"}, {}, {"A", "i*n + j"}, "=", {}}});
  IslContext context;
  for (DependenceDetail detail : {DependenceDetail::Existence, DependenceDetail::Distances}) {
    Outcome<Dependences> found = computeDependences(scop, handViews(scop, {}), context, detail);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->parallel, (std::vector<bool>{false, true}));
  }
}

} // namespace
