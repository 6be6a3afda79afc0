// The guard: what must hold besides the views, and what may be assumed.
#include "tests/unit/delinearize/ViewJudge.h"

#include <gtest/gtest.h>

using namespace acc;
using namespace acc::test;

namespace {

Delinearization viewsOf(const Scop &scop) {
  IslContext context;
  auto views = delinearize(scop, context);
  if (!views)
    ADD_FAILURE() << views.rejection().message();
  return views ? *views : Delinearization{};
}

bool holds(const Delinearization &views, const Point &point) {
  for (const Condition &term : views.guard)
    if (!term.evaluate(point).value_or(false))
      return false;
  return true;
}

const Assumption *find(const Delinearization &views, AssumptionKind kind, Verdict verdict) {
  for (const Assumption &assumption : views.assumptions)
    if (assumption.kind == kind && assumption.verdict == verdict)
      return &assumption;
  return nullptr;
}

std::vector<StatementSpec> row(const std::string &index) {
  return {{{"i", "j"}, {}, {"A", index}, "+=", {}}};
}

const std::vector<LoopSpec> kMatrix = {{"i", "0", "n"}, {"j", "0", "m"}};

TEST(Guard, OfGemmIsNonEmptyThenTheLeadingDimensions) {
  Delinearization views = viewsOf(gemmScop());
  Point point{{"n", 2}, {"m", 3}, {"p", 4}, {"ldc", 3}, {"lda", 4}, {"ldb", 3}};
  EXPECT_TRUE(holds(views, point));
  for (const char *name : {"n", "m", "p", "ldc", "lda", "ldb"}) {
    Point smaller = point;
    smaller[name] = name[0] == 'l' ? point[name] - 1 : 0;
    EXPECT_FALSE(holds(views, smaller)) << name;
  }
  ASSERT_GE(views.guard.size(), 4u);
  // The nest runs at all before anything else is asked.
  EXPECT_FALSE(views.guard.front().symbols().count("ldc"));
  EXPECT_EQ(views.disjoint, (std::vector<std::pair<int, int>>{{0, 1}, {0, 2}}));
  EXPECT_TRUE(find(views, AssumptionKind::Extent, Verdict::Proved));
  EXPECT_FALSE(find(views, AssumptionKind::Extent, Verdict::RunTime));
}

TEST(Guard, NonEmptinessOfOneStatementSaysNothingWhereAnotherRuns) {
  Scop scop = makeScop({{"i", "0", "n"}, {"j", "0", "m"}},
                       {{{"i"}, {0, 0}, {"x", "i"}, "=", {}},
                        {{"i", "j"}, {0, 1, 0}, {"A", "i*lda + j"}, "+=", {}}});
  Delinearization views = viewsOf(scop);
  Findings found = judge(scop, views, condition("m <= lda"), -2, 4);
  EXPECT_EQ(found.unsound, 0) << found.first;
  EXPECT_EQ(found.missed, 0) << found.first;
  // x is written although m <= 0; the rows of A need lda > 0 only to be a type.
  EXPECT_TRUE(*views.validity.evaluate({{"n", 1}, {"m", 0}, {"lda", -3}}));
  EXPECT_FALSE(holds(views, {{"n", 1}, {"m", 0}, {"lda", -3}}));
}

TEST(Guard, ExtentOfUnsignedLongSizesIsCheckedAtRunTime) {
  Scop scop =
      makeScop({{"i", "0", "n"}, {"j", "0", "m"}, {"k", "0", "o"}},
               {{{"i", "j", "k"}, {}, {"A", "(i*m + j)*o + k"}, "+=", {}}}, "unsigned long");
  Delinearization views = viewsOf(scop);
  EXPECT_TRUE(views.validity.isTrue());
  EXPECT_TRUE(find(views, AssumptionKind::Extent, Verdict::RunTime));
  EXPECT_TRUE(holds(views, {{"n", 100}, {"m", 256}, {"o", 4096}}));
  // m*o is 2^64: every i would reach the same address.
  EXPECT_FALSE(holds(views, {{"n", 2}, {"m", int64_t(1) << 42}, {"o", int64_t(1) << 20}}));
}

TEST(Guard, ExtentOfSignedSizesIsProvedWhereTheLastElementIsAccessed) {
  Delinearization full = viewsOf(makeScop(kMatrix, row("i*m + j"), "int"));
  EXPECT_FALSE(find(full, AssumptionKind::Extent, Verdict::RunTime));
  // The last index fits long; eight times as much may not.
  Delinearization wide = viewsOf(makeScop(kMatrix, row("i*lda + j"), "long"));
  EXPECT_TRUE(find(wide, AssumptionKind::Extent, Verdict::RunTime));
  EXPECT_TRUE(holds(wide, {{"n", 2}, {"m", 2}, {"lda", int64_t(1) << 40}}));
  EXPECT_FALSE(holds(wide, {{"n", 2}, {"m", 2}, {"lda", (int64_t(1) << 61) - 1}}));
  // A triangle does not access the corners of its box.
  Delinearization triangle =
      viewsOf(makeScop({{"i", "0", "n"}, {"j", "0", "i"}}, row("j*n + n - i"), "long"));
  EXPECT_TRUE(find(triangle, AssumptionKind::Extent, Verdict::RunTime));
}

TEST(Guard, ExtentOfBytesLeavesRoomForTheOffset) {
  Scop scop = makeScop({{"i", "p", "n"}}, {{{"i"}, {}, {"A", "4*i + 3"}, "=", {}}}, "long");
  for (ScopArray &array : scop.arrays)
    array.elementSize = 1;
  Delinearization views = viewsOf(scop);
  EXPECT_TRUE(find(views, AssumptionKind::Extent, Verdict::RunTime));
  EXPECT_TRUE(holds(views, {{"n", 8}, {"p", 0}}));
  EXPECT_FALSE(holds(views, {{"n", 8}, {"p", -(int64_t(1) << 61)}}));
}

TEST(Guard, ExtentIsCheckedWhereSignedOverflowIsDefined) {
  Scop scop = makeScop(kMatrix, row("i*m + j"), "long");
  auto unit = std::make_shared<UnitFacts>(*scop.nest.unit);
  unit->wrapsSigned = true;
  scop.nest.unit = unit;
  EXPECT_TRUE(find(viewsOf(scop), AssumptionKind::Extent, Verdict::RunTime));
}

TEST(Guard, WrapsOfAccessesLoseTheirIterators) {
  Scop scop = makeScop(kMatrix, row("i*lda + j"), "unsigned int");
  for (ScopAccess &access : scop.statements[0].accesses)
    access.wraps = {{access.subscripts[0], 0, (int64_t(1) << 32) - 1, access.where}};
  Delinearization views = viewsOf(scop);
  ASSERT_TRUE(find(views, AssumptionKind::IndexWrap, Verdict::RunTime));
  int64_t big = 1 << 16;
  EXPECT_TRUE(holds(views, {{"n", big}, {"m", big}, {"lda", big}}));
  EXPECT_FALSE(holds(views, {{"n", big + 1}, {"m", big}, {"lda", big}}));
}

TEST(Guard, WrapBelowZeroIsRefusedAtItsOnlyInstance) {
  Scop scop = makeScop(kMatrix, row("i*m + j - 1"), "unsigned int");
  for (ScopAccess &access : scop.statements[0].accesses)
    access.wraps = {{access.subscripts[0], 0, (int64_t(1) << 32) - 1, access.where}};
  Delinearization views = viewsOf(scop);
  EXPECT_FALSE(holds(views, {{"n", 2}, {"m", 2}}));
}

TEST(Guard, WrapOfATriangleStartsWhereTheTriangleStarts) {
  // i - 1 - j is never negative for j < i, although it would be at i = 0.
  Scop scop = makeScop({{"i", "0", "n"}, {"j", "0", "i"}}, row("i*n + i - 1 - j"), "unsigned int");
  for (ScopAccess &access : scop.statements[0].accesses)
    access.wraps = {{access.subscripts[0], 0, (int64_t(1) << 32) - 1, access.where}};
  EXPECT_TRUE(holds(viewsOf(scop), {{"n", 5}}));
}

TEST(Guard, WrapsOfNarrowTypesAreProved) {
  Scop scop = makeScop(kMatrix, row("i*m + j"), "int");
  for (ScopAccess &access : scop.statements[0].accesses)
    access.wraps = {{poly("i + j"), -(int64_t(1) << 40), int64_t(1) << 40, access.where}};
  EXPECT_TRUE(find(viewsOf(scop), AssumptionKind::IndexWrap, Verdict::Proved));
}

TEST(Guard, WrapOfAnIteratorSquaredIsCheckedAtItsEnd) {
  Scop scop = makeScop(kMatrix, row("i*m + j"), "unsigned int");
  scop.statements[0].accesses[0].wraps = {{poly("i*i"), 0, 100, {}}};
  Delinearization views = viewsOf(scop);
  EXPECT_TRUE(holds(views, {{"n", 11}, {"m", 1}}));
  EXPECT_FALSE(holds(views, {{"n", 12}, {"m", 1}}));
}

TEST(Guard, WrapOfAnIteratorCubedIsARejection) {
  Scop scop = makeScop(kMatrix, row("i*m + j"), "unsigned int");
  scop.statements[0].accesses[0].wraps = {{poly("i*i*i"), 0, int64_t(1) << 31, {}}};
  IslContext context;
  auto views = delinearize(scop, context);
  ASSERT_FALSE(views);
  EXPECT_EQ(views.rejection().kind, RejectionKind::IndexType);
}

TEST(Guard, EntryWrapsAreCheckedAsTheyStand) {
  Scop scop = makeScop(kMatrix, row("i*m + j"), "long");
  scop.entryWraps = {{poly("n - 1"), 0, INT64_MAX, {}}};
  EXPECT_FALSE(holds(viewsOf(scop), {{"n", 0}, {"m", 1}}));
}

TEST(Aliasing, ObjectsKeepArraysApartAndTypesDoNot) {
  Scop scop = gemmScop();
  scop.arrays[1].element.kind = CType::Kind::Integer;
  scop.arrays[1].element.spelling = "int";
  scop.arrays[2].isDistinctObject = true;
  Delinearization views = viewsOf(scop);
  EXPECT_EQ(views.disjoint.size(), 1u) << "ints may be read before floats are stored there";
  EXPECT_TRUE(find(views, AssumptionKind::Disjoint, Verdict::Proved));
}

TEST(Aliasing, MembersOfOneBaseAreApart) {
  Scop scop = makeScop({{"i", "0", "n"}}, {{{"i"}, {}, {"re", "i"}, "=", {{"im", "i"}}}});
  for (ScopArray &array : scop.arrays) {
    array.member = "." + array.name;
    array.base = 0;
  }
  EXPECT_TRUE(viewsOf(scop).disjoint.empty());
}

} // namespace
