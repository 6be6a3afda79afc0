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

TEST(Claims, AViewThatIsOnlyReadMayBeNeeded) {
  // B[i*ld + j] = A[...] for 0 <= i < n, 0 <= j < m: rows of B are apart where m <= ld, which A's
  // view asks for, B's for one less.
  Scop scop = makeScop({{"i", "0", "n"}, {"j", "0", "m"}},
                       {{{"i", "j"}, {}, {"B", "i*ld + j"}, "=", {{"A", "i*ld + j"}}}});
  const Condition weak = Condition::lessEqual(poly("m"), poly("ld + 1"));
  IslContext context;
  Delinearization views = handViews(scop, {{"A", {"ld"}}, {"B", {"ld"}}});
  views.validity = kFits;
  Outcome<Dependences> dependences = computeDependences(scop, views, context);
  ASSERT_TRUE(dependences);
  std::vector<Condition> validities;
  for (const ScopArray &array : scop.arrays)
    validities.push_back(array.name == "A" ? kFits : weak);
  // The subscripts of the views tell no dependence under either condition: the weak one is enough.
  EXPECT_EQ(claimsOf(scop, views, validities, *dependences, context).parallelWhen[0], weak);
  // B at its addresses has none only where m <= ld.
  views = handViews(scop, {{"A", {"ld"}}});
  views.validity = Condition::conjunction({kFits, Condition::lessEqual(poly("n"), poly("1"))});
  dependences = computeDependences(scop, views, context);
  ASSERT_TRUE(dependences && dependences->isParallel(0));
  EXPECT_EQ(claimsOf(scop, views, validities, *dependences, context).parallelWhen[0],
            Condition::conjunction({weak, views.validity}));
}

TEST(Claims, IndicesThatWrapAreOtherAddresses) {
  Scop scop = makeScop({{"i", "0", "n"}, {"j", "0", "m"}},
                       {{{"i", "j"}, {}, {"A", "i*ld + j"}, "=", {{"B", "i*ld + j"}}}});
  IslContext context;
  Delinearization views = handViews(scop, {{"A", {"ld"}}, {"B", {"ld"}}});
  const Condition noWrap = Condition::lessEqual(poly("n"), poly("1"));
  views.assumptions.push_back({AssumptionKind::IndexWrap, noWrap, "", Verdict::RunTime, {}});
  views.guard.push_back(noWrap);
  const std::vector<Condition> validities(scop.arrays.size(), Condition::always());
  auto told = [&] {
    Outcome<Dependences> dependences = computeDependences(scop, views, context);
    EXPECT_TRUE(dependences);
    return claimsOf(scop, views, validities, *dependences, context);
  };
  EXPECT_EQ(told().parallelWhen, (std::vector<Condition>{noWrap, noWrap}));
  EXPECT_EQ(told().completeWhen, noWrap);
  views.assumptions[0].verdict = Verdict::Refuted;
  EXPECT_TRUE(told().completeWhen.isFalse());
}

TEST(Claims, FlatAddressesAreComparedInOneIterationOfTheOuterLoops) {
  // The flat A[i*n + j] for j <= n: rows overlap, within one they do not.
  Scop scop = makeScop({{"i", "0", "5"}, {"j", "0", "n + 1"}},
                       {{{"i", "j"}, {}, {"A", "i*n + j"}, "=", {}}});
  IslContext context;
  for (DependenceDetail detail : {DependenceDetail::Existence, DependenceDetail::Distances}) {
    Outcome<Dependences> found = computeDependences(scop, handViews(scop, {}), context, detail);
    ASSERT_TRUE(found);
    EXPECT_FALSE(found->isParallel(0));
    EXPECT_TRUE(found->isParallel(1));
  }
}

} // namespace
