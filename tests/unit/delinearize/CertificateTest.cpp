// The certificate sees what a search could get wrong: an address, a window, a validity.
#include "analysis/delinearize/Certificate.h"
#include "tests/unit/delinearize/ViewJudge.h"

#include <gtest/gtest.h>

using namespace acc;
using namespace acc::test;

namespace {

/// A[i*n + j], 0 <= i < h, 0 <= j < m, whose view needs m <= n.
struct Checked {
  IslContext context;
  Scop scop = makeScop({{"i", "0", "h"}, {"j", "0", "m"}},
                       {{{"i", "j"}, {}, {"A", "i*n + j"}, "=", {}}}, "long");
  DomainFacts facts{scop, context};
  Delinearization views = *delinearize(scop, context);

  bool holds() const { return static_cast<bool>(checkCertificate(facts, views)); }
  RecoveredArray &array() { return views.arrays[0]; }
};

TEST(Certificate, HoldsForWhatWasFound) {
  Checked checked;
  EXPECT_EQ(checked.array().view.sizes, (std::vector<Polynomial>{poly("n")}));
  EXPECT_TRUE(checked.holds());
}

TEST(Certificate, KnowsWhatIsTestedBeforeAnAccess) {
  // if (j <= 4 && mask) A[i*n + j]: n >= 5 is enough.
  IslContext context;
  Scop scop = makeScop({{"i", "0", "h"}, {"j", "0", "m"}},
                       {{{"i", "j"}, {}, {"A", "i*n + j"}, "=", {}}}, "long");
  for (ScopAccess &access : scop.statements[0].accesses) {
    access.may = true;
    access.when = Condition::lessEqual(poly("j"), Polynomial(4));
  }
  auto views = delinearize(scop, context);
  ASSERT_TRUE(static_cast<bool>(views));
  DomainFacts facts(scop, context);
  EXPECT_TRUE(static_cast<bool>(checkCertificate(facts, *views)));
  Condition enough = Condition::lessEqual(Polynomial(5), poly("n"));
  Condition refused = Condition::conjunction({views->validity.negated(), enough});
  EXPECT_TRUE(facts.impossible(*conditionSet(context, "", {}, refused)));
}

TEST(Certificate, SeesAnotherAddress) {
  Checked checked;
  checked.array().accesses[0].subscripts[0] += Polynomial(1);
  ASSERT_FALSE(checked.holds());
  EXPECT_EQ(checkCertificate(checked.facts, checked.views).rejection().kind,
            RejectionKind::Internal);
}

TEST(Certificate, SeesAWindowThatIsLeft) {
  Checked checked;
  checked.array().view.origin[0] = Polynomial(1);
  EXPECT_FALSE(checked.holds());
  // The same access in the same row, one row's length apart: the identity still holds.
  checked.array().view.origin[0] = Polynomial(0);
  checked.array().accesses[0].subscripts = {poly("i + 1"), poly("j - n")};
  EXPECT_TRUE(
      identityHolds(checked.array().view, checked.array().accesses[0].subscripts, poly("i*n + j")));
  EXPECT_FALSE(checked.holds());
}

TEST(Certificate, SeesAValidityThatIsTooWeak) {
  Checked checked;
  checked.views.validity = Condition::lessEqual(poly("m"), poly("n + 1"));
  EXPECT_FALSE(checked.holds());
  checked.views.validity = Condition::always();
  EXPECT_FALSE(checked.holds());
  checked.views.validity = Condition::lessEqual(poly("m"), poly("n - 1"));
  EXPECT_TRUE(checked.holds());
}

TEST(Certificate, IsSilentAboutViewsThatAreNeverValid) {
  Checked checked;
  checked.array().accesses[0].subscripts[0] += Polynomial(1);
  checked.views.validity = Condition::never();
  EXPECT_TRUE(checked.holds());
}

TEST(Certificate, KnowsEachKindOfView) {
  ArrayView view;
  view.sizes = {poly("n")};
  EXPECT_TRUE(identityHolds(view, {poly("i"), poly("j")}, poly("i*n + j")));
  EXPECT_FALSE(identityHolds(view, {poly("i"), poly("j + 1")}, poly("i*n + j")));
  EXPECT_FALSE(identityHolds(view, {poly("i")}, poly("i")));
  view.kind = ViewKind::Strided;
  view.strides = {poly("s"), poly("t")};
  view.offset = poly("o");
  EXPECT_TRUE(identityHolds(view, {poly("i"), poly("j")}, poly("o + i*s + j*t")));
  EXPECT_FALSE(identityHolds(view, {poly("j"), poly("i")}, poly("o + i*s + j*t")));
  view.kind = ViewKind::Jagged;
  view.rowStart = poly("r*n");
  EXPECT_TRUE(identityHolds(view, {poly("i"), poly("j")}, poly("i*n + j")));
  EXPECT_FALSE(identityHolds(view, {poly("i + 1"), poly("j")}, poly("i*n + j")));
}

} // namespace
