// Views that hold for hardly any size are given up, and conditions are written as people read them.
#include "analysis/delinearize/Lint.h"
#include "analysis/delinearize/RareViews.h"
#include "analysis/delinearize/SimpleConditions.h"
#include "tests/unit/delinearize/ViewJudge.h"

#include <gtest/gtest.h>

using namespace acc;
using namespace acc::test;

namespace {

/// for i < rows, for j < end: A[index] = ...
Scop walk(const std::string &rows, const std::string &end, const std::string &index) {
  return makeScop({{"i", "0", rows}, {"j", "0", end}}, {{{"i", "j"}, {}, {"A", index}, "=", {}}},
                  "long");
}

ChosenView viewOf(const Scop &scop) {
  IslContext context;
  DomainFacts facts(scop, context);
  ViewChoices choices = chooseViews(facts);
  EXPECT_TRUE(choices[0]);
  return *choices[0];
}

TEST(RareView, IsGivenUpForTheFlatOne) {
  // Never; where loop i runs once; where rows have one element.
  for (const Scop &scop : {walk("5", "m + 1", "i*m + j"), walk("n", "m + 1", "i*m + j")}) {
    ChosenView view = viewOf(scop);
    EXPECT_TRUE(view.validity.isTrue());
    EXPECT_EQ(view.array.view.rank(), 1u);
    EXPECT_EQ(view.array.accesses[0].subscripts, (std::vector<Polynomial>{poly("i*m + j")}));
    ASSERT_TRUE(view.rare);
    EXPECT_GE(view.rare->view.rank(), 2u);
  }
}

TEST(RareView, AConditionOnSizesIsNotRare) {
  EXPECT_FALSE(viewOf(walk("n", "m", "i*ld + j")).rare);
  // Equal sizes and a fixed offset are worth asking for.
  Scop square = makeScop({{"i", "0", "n"}, {"j", "0", "m"}},
                         {{{"i", "j"}, {}, {"A", "i*m + j"}, "+=", {{"A", "j*n + i"}}}}, "long");
  EXPECT_FALSE(viewOf(square).rare);
}

TEST(RareView, SaysWhichElementsAreOne) {
  Scop scop = walk("5", "n + 1", "i*n + j");
  IslContext context;
  DomainFacts facts(scop, context);
  ViewChoices choices = chooseViews(facts);
  ASSERT_TRUE(choices[0] && choices[0]->rare);
  EXPECT_EQ(neverReason(facts, *choices[0]),
            "rows of n elements hold n + 1 accesses: A[i*n + n] is A[(i + 1)*n]");
}

TEST(RareView, ViewsThatExcludeEachOtherAreNotHeldTogether) {
  // A needs m <= p, B needs p < m.
  Scop scop =
      makeScop({{"i", "0", "n"}, {"j", "0", "m"}},
               {{{"i", "j"}, {}, {"A", "i*p + j"}, "=", {{"B", "i*(m - p - 1) + 0*j"}}}}, "long");
  IslContext context;
  DomainFacts facts(scop, context);
  ViewChoices choices = chooseViews(facts);
  std::vector<Condition> all;
  for (const Outcome<ChosenView> &choice : choices) {
    ASSERT_TRUE(choice);
    all.push_back(choice->validity);
    bool isWritten = scop.arrays[choice->array.array].name == "A";
    EXPECT_FALSE(isWritten && choice->rare) << "what is written comes first";
  }
  EXPECT_FALSE(facts.proves(Condition::conjunction(all).negated()));
}

TEST(RareView, AWalkAlongOneLineHasNoRows) {
  Scop line = makeScop({{"i", "0", "n"}}, {{{"i"}, {}, {"X", "i*inc"}, "=", {}}}, "long");
  EXPECT_FALSE(hasRows(viewOf(line).array));
  Scop column = makeScop({{"i", "0", "n"}}, {{{"i"}, {}, {"X", "i*ld + c"}, "=", {}}}, "long");
  EXPECT_TRUE(hasRows(viewOf(column).array));
  EXPECT_TRUE(hasRows(viewOf(walk("n", "m", "i*m + j")).array));
}

TEST(RareView, OppositeWalksAreNoRows) {
  Scop scop =
      makeScop({{"i", "0", "n"}}, {{{"i"}, {}, {"A", "i"}, "+=", {{"A", "n - 1 - i"}}}}, "long");
  EXPECT_EQ(viewOf(scop).array.view.rank(), 1u);
}

Condition any(std::initializer_list<const char *> alternatives) {
  std::vector<Condition> all;
  for (const char *text : alternatives)
    all.push_back(condition(text));
  return Condition::disjunction(all);
}

TEST(SimpleCondition, AlternativesThatTheOthersExcludeVanish) {
  Scop scop = walk("n", "m", "i*p + j*q");
  IslContext context;
  DomainFacts facts(scop, context);
  EXPECT_EQ(simplified(facts, Condition::conjunction(
                                  {condition("q == p"), any({"q < p", "p < q", "m <= p"})})),
            condition("q == p && m <= p"));
  EXPECT_EQ(simplified(facts, condition("m <= p && m <= p + 2")), condition("m <= p"));
  Condition open = Condition::conjunction({condition("m <= p"), any({"q < n", "n < q"})});
  EXPECT_EQ(simplified(facts, open), open);
}

TEST(SimpleCondition, AnAlternativeThatTheOthersComeToStandsForThem) {
  Scop scop = walk("n", "m", "i*p + j*q");
  IslContext context;
  DomainFacts facts(scop, context);
  EXPECT_EQ(simplified(facts, Condition::conjunction(
                                  {any({"p >= 0", "n + p >= 0"}), any({"p < n", "p < 0"})})),
            condition("n + p >= 0 && p < n"));
}

TEST(SimpleCondition, TheSimpleCaseImpliesTheWhole) {
  Scop scop = walk("n", "m", "i*p + j*q");
  IslContext context;
  DomainFacts facts(scop, context);
  Condition whole =
      Condition::conjunction({any({"p < 1", "0 <= q"}), any({"q < 1", "0 <= p"}),
                              any({"1 <= p", "1 <= q"}), any({"1 <= p + q", "q == p"})});
  auto simple = simpleCase(facts, whole);
  ASSERT_TRUE(simple);
  EXPECT_TRUE(facts.proves(Condition::disjunction({simple->negated(), whole})));
  EXPECT_FALSE(facts.proves(simple->negated()));
  EXPECT_EQ(*simple, condition("0 < p && 0 < q"));
  EXPECT_FALSE(simpleCase(facts, condition("m <= p && n <= q")));
}

TEST(SimpleCondition, ACaseIsNarrowedByAssumptions) {
  Scop scop = walk("n", "m", "i*p + j*q");
  IslContext context;
  DomainFacts facts(scop, context);
  auto both = [](std::initializer_list<Condition> all) { return Condition::conjunction(all); };
  // One of two orders of the dimensions: the shorter one is a case.
  Condition orders =
      Condition::disjunction({condition("m <= p && 0 < q && n*p <= q + 7"),
                              condition("n <= q && 0 < p && m*q <= p + 7 && m <= q")});
  // A flag, of which each value has its condition.
  Condition flag = both({any({"p > 0", "m <= q"}), any({"p < 0", "n <= q"}),
                         any({"p >= 0", "m <= r"}), any({"p <= 0", "n <= r"})});
  for (const Condition &whole : {orders, flag}) {
    auto simple = narrowedCase(facts, whole);
    ASSERT_TRUE(simple) << whole.str();
    EXPECT_TRUE(facts.provesWhere(*simple, whole)) << simple->str();
    EXPECT_FALSE(facts.proves(simple->negated())) << simple->str();
    EXPECT_LT(simple->str().size(), whole.str().size());
  }
  EXPECT_EQ(narrowedCase(facts, orders)->conjuncts().size(), 3u);
  // Not where nothing is there.
  EXPECT_EQ(*narrowedCase(facts, both({condition("n <= p"), any({"m <= 0", "m <= q"}),
                                       any({"m <= 0", "m <= r"})})),
            condition("n <= p && m <= q && m <= r"));
  EXPECT_FALSE(narrowedCase(facts, condition("m <= p && n <= q")));
}

} // namespace
