// Views beyond the case table: which of several is taken, and every refusal.
#include "analysis/delinearize/Lint.h"
#include "analysis/delinearize/PlainViews.h"
#include "analysis/delinearize/Subscripts.h"
#include "tests/unit/delinearize/ViewJudge.h"

#include <gtest/gtest.h>

using namespace acc;
using namespace acc::test;

namespace {

Outcome<Delinearization> run(const Scop &scop, uint64_t quota = IslContext::kDefaultQuota) {
  IslContext context(quota);
  return delinearize(scop, context);
}

Scop matrix(const std::string &index, const std::string &end = "m") {
  return makeScop({{"i", "0", "n"}, {"j", "0", end}}, {{{"i", "j"}, {}, {"A", index}, "=", {}}},
                  "long");
}

std::vector<Polynomial> sizesOf(const Scop &scop) {
  auto views = run(scop);
  if (!views) {
    ADD_FAILURE() << views.rejection().message();
    return {};
  }
  return views->arrays[0].view.sizes;
}

TEST(View, AConvolutionWithSmallStrideStaysFlat) {
  EXPECT_TRUE(sizesOf(matrix("2*i + j")).empty());
  EXPECT_TRUE(sizesOf(matrix("i + j")).empty());
  EXPECT_EQ(sizesOf(matrix("8*i + j", "8")), (std::vector<Polynomial>{8}));
}

TEST(View, ConstantRowsThatDoNotFitStayFlat) {
  EXPECT_TRUE(sizesOf(matrix("8*i + j", "9")).empty());
}

TEST(View, TapsThatLieApartWalkInOneRow) {
  Scop scop = makeScop({{"x", "0", "n - d*k + d"}, {"c", "0", "m"}, {"t", "0", "k"}},
                       {{{"x", "c", "t"}, {}, {"B", "x"}, "+=", {{"A", "c*n + x + t*d"}}}}, "long");
  auto views = run(scop);
  ASSERT_TRUE(views);
  EXPECT_EQ(views->arrays[1].view.kind, ViewKind::Array);
  EXPECT_EQ(views->arrays[1].view.sizes, (std::vector<Polynomial>{poly("n")}));
  EXPECT_TRUE(*views->validity.evaluate({{"n", 9}, {"m", 2}, {"k", 3}, {"d", 2}}));
}

TEST(View, BlocksInARowStayADimension) {
  Scop scop = makeScop({{"t", "0", "n"}, {"h", "0", "heads"}, {"i", "0", "s"}},
                       {{{"t", "h", "i"}, {}, {"A", "t*c + h*s + i"}, "=", {}}}, "long");
  EXPECT_EQ(sizesOf(scop).size(), 2u);
}

TEST(View, ChannelsBecomeADimension) {
  Scop scop = makeScop({{"i", "0", "n"}, {"c", "0", "4"}, {"j", "0", "m"}},
                       {{{"i", "c", "j"}, {}, {"A", "(i*4 + c)*m + j"}, "=", {}}});
  EXPECT_EQ(sizesOf(scop), (std::vector<Polynomial>{4, poly("m")}));
}

TEST(View, ADiagonalTakesTheShapeOfTheOtherAccesses) {
  Scop scop = makeScop({{"i", "0", "n"}, {"j", "0", "n"}},
                       {{{"i", "j"}, {}, {"A", "i*(n + 2) + j"}, "=", {{"A", "i*(n + 3)"}}}});
  EXPECT_EQ(sizesOf(scop), (std::vector<Polynomial>{poly("n + 2")}));
}

TEST(View, IndependentStridesAreAMixedRadixNumeralInSomeOrder) {
  Scop scop = matrix("i*s0 + j*s1");
  auto views = run(scop);
  ASSERT_TRUE(views);
  EXPECT_EQ(views->arrays[0].view.kind, ViewKind::Strided);
  EXPECT_TRUE(*views->validity.evaluate({{"n", 2}, {"m", 3}, {"s0", 3}, {"s1", 1}}));
  EXPECT_TRUE(*views->validity.evaluate({{"n", 2}, {"m", 3}, {"s0", 1}, {"s1", 2}}));
  EXPECT_FALSE(*views->validity.evaluate({{"n", 2}, {"m", 3}, {"s0", 2}, {"s1", 1}}));
  EXPECT_EQ(judge(scop, *views, condition(""), -3, 5).unsound, 0);
}

TEST(View, StridedAccessesShareWindowsAndOffset) {
  Scop scop = makeScop({{"i", "0", "n"}, {"j", "0", "m"}},
                       {{{"i", "j"},
                         {},
                         {"A", "o + i*s0 + j*s1"},
                         "=",
                         {{"A", "o + i*s0 + j*s1 + s1"}, {"A", "o + i*s0 + j*s1 + 1"}}}});
  auto views = run(scop);
  ASSERT_TRUE(views);
  Findings found = judge(scop, *views, condition("s1 >= 2 && s0 >= 9*s1 && m <= 5"), -2, 40);
  EXPECT_EQ(found.unsound, 0) << found.first;
  EXPECT_EQ(found.missed, 0) << found.first;
  EXPECT_GT(found.valid, 0);
}

TEST(View, OffsetsGoWhereTheWindowIsSmallest) {
  auto sizesAre = [](const std::vector<std::string> &reads) {
    std::vector<AccessSpec> all;
    for (const std::string &read : reads)
      all.push_back({"A", read});
    Scop scop = makeScop({{"y", "0", "h"}, {"x", "0", "w"}, {"k", "0", "n"}},
                         {{{"y", "x", "k"}, {}, {"A", "y*st + x*n + k"}, "=", all}}, "long");
    auto views = run(scop);
    if (!views)
      return std::pair(std::vector<Polynomial>(), false);
    const std::map<std::string, int64_t> packed = {{"h", 4}, {"w", 5}, {"n", 3}, {"st", 15}};
    return std::pair(views->arrays[0].view.sizes, *views->validity.evaluate(packed));
  };
  const auto packed = std::pair(std::vector<Polynomial>{poly("w"), poly("n")}, true);
  EXPECT_EQ(sizesAre({"y*st + x*n + n - 1"}), packed);
  EXPECT_EQ(sizesAre({"y*st + w*n - 1"}), packed);
  EXPECT_EQ(sizesAre({"y*st + w*n - n"}), packed);
  EXPECT_EQ(sizesAre({"y*st + x*n + n - 1", "y*st + w*n - 1", "y*st"}), packed);
}

TEST(View, AWindowMayNeedThatAStatementRuns) {
  // The first statement runs without the second where n <= 1.
  Scop scop =
      makeScop({{"y", "0", "h"}, {"x", "0", "w"}, {"k", "0", "n - 1"}},
               {{{"y", "x"}, {0, 0, 0}, {"a", "0"}, "=", {{"A", "y*st + x*n + n - 1"}}},
                {{"y", "x", "k"}, {0, 0, 1, 0}, {"A", "y*st + x*n + k"}, "=", {{"a", "0"}}}},
               "long");
  auto views = run(scop);
  ASSERT_TRUE(views);
  EXPECT_TRUE(*views->validity.evaluate({{"h", 4}, {"w", 5}, {"n", 3}, {"st", 15}}));
  EXPECT_EQ(judge(scop, *views, condition(""), -2, 5).unsound, 0);
}

TEST(View, BackwardRowsMayRunEitherWay) {
  Scop scop = matrix("(n - 1 - i)*st + j");
  auto views = run(scop);
  ASSERT_TRUE(views);
  EXPECT_TRUE(views->arrays[0].view.eitherSign);
  EXPECT_TRUE(*views->validity.evaluate({{"n", 3}, {"m", 2}, {"st", -2}}));
  EXPECT_TRUE(*views->validity.evaluate({{"n", 3}, {"m", 2}, {"st", 2}}));
  EXPECT_FALSE(*views->validity.evaluate({{"n", 3}, {"m", 2}, {"st", -1}}));
  Findings found = judge(scop, *views, condition("m <= 0 - st"), -5, 5);
  EXPECT_EQ(found.unsound, 0) << found.first;
  EXPECT_EQ(found.missed, 0) << found.first;
  EXPECT_EQ(views->arrays[0].alternatives.size(), 2u);
}

/// Rows from the diagonal on hold in rows of n + 1 for more sizes, and in rows of n with a loop in
/// each subscript.
TEST(View, APlainOneIsAmongTheOthers) {
  Scop scop = makeScop({{"i", "0", "n"}, {"j", "i", "n"}},
                       {{{"i", "j"}, {}, {"A", "i*lda + j"}, "=", {}}}, "long");
  IslContext context;
  DomainFacts facts(scop, context);
  ViewChoices choices = chooseViews(facts);
  ASSERT_TRUE(choices[0]);
  EXPECT_EQ(choices[0]->array.view.sizes, std::vector<Polynomial>{poly("lda + 1")});
  auto plain = withPlainViews(scop, choices);
  ASSERT_TRUE(plain && (*plain)[0]);
  EXPECT_EQ((*plain)[0]->array.accesses[0].subscripts,
            (std::vector<Polynomial>{poly("i"), poly("j")}));
  EXPECT_FALSE(withPlainViews(scop, *plain));
}

TEST(View, TwoStatementsShareOneShape) {
  Scop scop = makeScop(
      {{"i", "0", "n"}, {"j", "0", "m"}, {"k", "0", "m", "-"}},
      {{{"i", "j"}, {0, 0, 0}, {"A", "i*lda + j"}, "=", {}}, {{"k"}, {1, 0}, {"A", "k"}, "=", {}}});
  auto views = run(scop);
  ASSERT_TRUE(views);
  for (const ViewAccess &use : views->arrays[0].accesses)
    EXPECT_EQ(use.subscripts.size(), 2u);
  EXPECT_EQ(judge(scop, *views, condition("m <= lda"), -2, 5).unsound, 0);
}

TEST(View, StepsAndMinimaOfLoopsAreSeen) {
  Scop scop = makeScop({{"i", "0", "n"}, {"j", "0", "m", "", 3}},
                       {{{"i", "j"}, {}, {"A", "i*m + j"}, "=", {}}});
  scop.loops[1].end.push_back(poly("p"));
  scop.parameters.push_back({"p", scop.parameters[0].type, 0, {}, "", nullptr, false});
  auto views = run(scop);
  ASSERT_TRUE(views);
  EXPECT_TRUE(views->validity.isTrue());
}

TEST(View, WhatHoldsForNoDomainIsReported) {
  // Each row runs one element into the next, for every m.
  Scop scop = makeScop({{"i", "0", "5"}, {"j", "0", "m + 1"}},
                       {{{"i", "j"}, {}, {"A", "i*m + j"}, "=", {}}}, "long");
  IslContext context;
  DomainFacts facts(scop, context);
  ViewChoices choices = chooseViews(facts);
  auto views = delinearize(facts, choices);
  ASSERT_TRUE(views);
  EXPECT_TRUE(views->validity.isTrue());
  EXPECT_FALSE(views->arrays[0].recovered);
  std::vector<LintFinding> warnings = lint(facts, choices, &*views);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].id, "lint-never-valid");
}

TEST(View, AnIndexThatIsNotLinearIsRefusedByName) {
  auto views = run(matrix("i*i*n + j"));
  ASSERT_FALSE(views);
  EXPECT_EQ(views.rejection().kind, RejectionKind::NoView);
  EXPECT_NE(views.rejection().message().find("i*i*n + j"), std::string::npos);
  EXPECT_EQ(run(matrix("i*j")).rejection().kind, RejectionKind::NoView);
}

TEST(View, TheQuotaEndsInARejection) {
  auto views = run(gemmScop(), 20);
  ASSERT_FALSE(views);
  EXPECT_EQ(views.rejection().kind, RejectionKind::TooComplex);
}

TEST(View, PolynomialsOfManyTermsEndInARejection) {
  // Seven sizes of five terms each: hundreds of monomials per stride.
  std::string size = "(a + b + c + d + 1)", index = "i";
  for (int k = 0; k < 7; ++k)
    index = "(" + index + ")*" + size + " + j";
  auto views = run(matrix(index));
  ASSERT_FALSE(views);
  EXPECT_EQ(views.rejection().kind, RejectionKind::TooComplex);
}

TEST(View, DeclaredArraysKeepTheirDeclaration) {
  Scop scop = matrix("i*m + j");
  scop.arrays[0].declaredSizes = {poly("50")};
  for (ScopAccess &access : scop.statements[0].accesses)
    access.subscripts = {poly("i"), poly("j")};
  auto views = run(scop);
  ASSERT_TRUE(views);
  EXPECT_FALSE(views->arrays[0].recovered);
  EXPECT_EQ(views->arrays[0].view.sizes, (std::vector<Polynomial>{50}));
  EXPECT_TRUE(views->validity.isTrue());
  for (ScopAccess &access : scop.statements[0].accesses)
    access.subscripts = {poly("i*m"), poly("j")};
  EXPECT_EQ(run(scop).rejection().kind, RejectionKind::NoView);
}

TEST(Division, PutsBackTogetherWhatItTookApart) {
  for (const char *size : {"n", "n + 2", "2*n", "n*m", "n + 2*m", "8", "n*m + n", "0 - n"})
    for (const char *value : {"i*n + j", "i*n*m + j*n - 3", "9*i + 8*j - 1", "(i + 1)*(n + 2*m)"}) {
      auto divisions = divideBySize(poly(value), poly(size));
      ASSERT_FALSE(divisions.empty()) << value << " / " << size;
      for (const SizeDivision &division : divisions)
        EXPECT_EQ(division.quotient * poly(size) + division.remainder, poly(value));
    }
}

} // namespace
