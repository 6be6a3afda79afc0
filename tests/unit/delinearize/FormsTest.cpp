// Views that need more than one shape and one place per access: equal shapes, steps
// that are parameters, rows told apart by the iteration, versions.
#include "analysis/delinearize/ScopForms.h"
#include "analysis/delinearize/Versions.h"
#include "tests/unit/delinearize/ViewJudge.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace acc;
using namespace acc::test;

namespace {

struct Judged {
  explicit Judged(Scop source, const Condition &expected, int64_t low, int64_t high)
      : scop(std::move(source)) {
    auto found = delinearize(scop, context);
    if (!found) {
      ADD_FAILURE() << found.rejection().message();
      return;
    }
    views = std::move(*found);
    findings = judge(scop, views, expected, low, high);
    EXPECT_EQ(findings.unsound, 0) << findings.first;
    EXPECT_EQ(findings.missed, 0) << findings.first;
    EXPECT_GT(findings.valid, 0);
  }
  IslContext context;
  Scop scop;
  Delinearization views;
  Findings findings;
};

/// The form of the scop that one of `variants` takes; none when it gains nothing.
std::optional<Scop> formBy(const std::string &variant, const Scop &scop) {
  for (const Variant &one : variants()) {
    if (one.name != variant)
      continue;
    IslContext context;
    ScopViews asItIs = viewsIn(scop, context);
    auto form = bestForm(one, asItIs);
    EXPECT_TRUE(form);
    return form && *form ? std::optional(*(*form)->scop) : std::nullopt;
  }
  ADD_FAILURE() << "no variant " << variant;
  return std::nullopt;
}

Scop split(const Scop &scop) { return formBy("folds-split", scop).value_or(scop); }
Scop bySigns(const Scop &scop) { return formBy("signs-split", scop).value_or(scop); }

Scop rows(const std::string &target, const std::string &read, const std::string &end = "m") {
  return makeScop({{"i", "0", "n"}, {"j", "0", end}},
                  {{{"i", "j"}, {}, {"A", target}, "=", {{"A", read}}}}, "long");
}

Condition equal(const std::string &a, const std::string &b) {
  return Condition::zero(poly(a) - poly(b));
}

TEST(Forms, RowsOfTwoLengthsAreOneShapeWhereTheyAreEqual) {
  Judged square(rows("i*m + j", "j*n + i"), equal("n", "m"), -2, 5);
  EXPECT_EQ(square.views.arrays[0].view.rank(), 2u);
  Judged pitches(rows("i*a + j", "(i + 1)*b + j"),
                 Condition::conjunction({equal("a", "b"), condition("m <= a")}), -1, 5);
  EXPECT_EQ(pitches.views.arrays[0].view.kind, ViewKind::Array);
}

TEST(Forms, EqualitiesOfSeveralArraysAreOneChain) {
  for (const char *third : {"k", "a", "z"}) {
    Scop scop = makeScop({{"i", "0", "n"}, {"j", "0", "m"}},
                         {{{"i", "j"}, {}, {"A", "i*m + j"}, "=", {{"A", "j*n + i"}}},
                          {{"i", "j"},
                           {0, 0, 1},
                           {"B", "i*m + j"},
                           "=",
                           {{"B", "i*" + std::string(third) + " + j"}}}},
                         "long");
    Judged chain(scop, Condition::conjunction({equal("n", "m"), equal("m", third)}), 0, 4);
    EXPECT_EQ(chain.views.arrays[1].view.rank(), 2u);
  }
}

TEST(Forms, TheEqualityOfTwoRowLengthsStandsAsSuchWhereEachRunsOnItsOwnSide) {
  Scop sides = makeScop({{"i", "0", "n"}, {"j", "0", "p", "i"}, {"k", "p", "m", "i"}},
                        {{{"i", "j"}, {}, {"A", "i*m + j"}, "=", {}},
                         {{"i", "k"}, {1, 0}, {"A", "k*n + i"}, "=", {}}},
                        "long");
  Judged judged(sides, Condition::conjunction({equal("n", "m"), condition("0 <= p && p <= m")}), -1,
                5);
  EXPECT_EQ(judged.views.arrays[0].view.rank(), 2u);
}

TEST(Forms, StridesOfOneAccessAreNotMadeEqual) {
  Judged strided(rows("i*a + j*b", "i*a + j*b"), condition("1 <= b && m*b <= a"), -1, 5);
  EXPECT_EQ(strided.views.arrays[0].view.kind, ViewKind::Strided);
}

TEST(Forms, AStepThatIsAParameterScalesBothDimensions) {
  Scop scop = makeScop(
      {{"y", "0", "h"}, {"x", "0", "w"}, {"r", "0", "k"}, {"s", "0", "k"}},
      {{{"y", "x", "r", "s"}, {}, {"B", "y*w + x"}, "+=", {{"A", "(y*S + r)*W + x*S + s"}}}},
      "long");
  // Without the source's form S and W may stand for each other.
  Judged convolution(scop, Condition::never(), 0, 4);
  for (const RecoveredArray &array : convolution.views.arrays) {
    EXPECT_EQ(array.view.kind, ViewKind::Array);
    EXPECT_EQ(array.view.rank(), 2u);
  }
}

/// B[y*w + x] += A[..] where the source tests row y + r or column x + s first.
Scop patch(const std::string &tested) {
  Scop scop = makeScop(
      {{"y", "0", "h"}, {"x", "0", "w"}, {"r", "0", "k"}, {"s", "0", "k"}},
      {{{"y", "x", "r", "s"}, {}, {"B", "y*w + x"}, "+=", {{"A", "(y + r - 1)*W + x + s - 1"}}}},
      "long");
  for (ScopStatement &statement : scop.statements)
    for (ScopAccess &access : statement.accesses)
      if (scop.arrays[access.array].name == "A")
        access.when = condition(tested);
  return scop;
}

bool isAlwaysValid(const Scop &scop) {
  IslContext context;
  auto views = delinearize(scop, context);
  return views && views->validity.isTrue() && views->arrays.size() == 2 &&
         views->arrays[1].view.rank() == 2;
}

TEST(Forms, ATestBeforeTheAccessKeepsTheColumnInItsRow) {
  EXPECT_TRUE(isAlwaysValid(patch("1 <= x + s && x + s - 1 < W")));
  EXPECT_TRUE(isAlwaysValid(patch("1 <= x + s && x + s < W")));
  EXPECT_FALSE(isAlwaysValid(patch("1 <= x + s && x + s - 1 <= W")));
  EXPECT_FALSE(isAlwaysValid(patch("0 <= x + s && x + s - 1 < W")));
  EXPECT_FALSE(isAlwaysValid(patch("1 <= x + s")));
  EXPECT_FALSE(isAlwaysValid(patch("1 <= y + r && y + r - 1 < W")));
}

TEST(Forms, ShiftedRowsAreToldApart) {
  Scop scop = rows("i*m + j", "i*m + j + 5");
  Scop pieces = split(scop);
  EXPECT_GT(pieces.statements.size(), 1u);
  Judged shifted(pieces, condition("5 <= m"), -1, 9);
  Judged back(split(rows("i*m + j", "i*m + j - 3")), condition("3 <= m"), -1, 7);
  Judged byParameter(split(rows("i*m + j", "i*m + j + p")), condition("0 <= p && p <= m"), -1, 5);
}

/// A[N*i + ...] = 0 for each of the indices, i < L.
Scop columns(const std::vector<std::string> &indices) {
  std::vector<StatementSpec> statements;
  for (int k = 0; k < int(indices.size()); ++k)
    statements.push_back({{"i"}, {0, k}, {"A", indices[k]}, "=", {}});
  return makeScop({{"i", "0", "L"}}, statements, "long");
}

TEST(Forms, ALoopOnBothSidesOfZeroIsInTwoRows) {
  auto around = [](const std::string &low, const std::string &high) {
    return makeScop({{"i", "0", "L"}, {"p", low, high}},
                    {{{"i", "p"}, {}, {"A", "N*i + p"}, "=", {}}}, "long");
  };
  Scop pieces = bySigns(around("-P", "P"));
  EXPECT_EQ(pieces.statements.size(), 2u);
  Judged both(pieces, condition("P <= N"), -1, 5);
  EXPECT_EQ(both.views.arrays[0].view.sizes, std::vector<Polynomial>{poly("N")});
  // Beside what walks whole rows.
  Scop beside = makeScop({{"i", "0", "L"}, {"p", "-P", "P", "i"}, {"j", "0", "N", "i"}},
                         {{{"i", "p"}, {}, {"A", "N*i + p"}, "=", {}},
                          {{"i", "j"}, {0, 1, 0}, {"A", "N*i + j"}, "=", {}}},
                         "long");
  Judged whole(bySigns(beside), condition("P <= N"), -1, 5);
  EXPECT_EQ(whole.scop.statements.size(), 3u);
  // One more element at the side is not worth a piece, nor is a beginning of a sign that is not
  // known.
  for (const Scop &scop :
       {around("-1", "P"), around("-P", "1"), around("P", "Q"), around("0", "P")})
    EXPECT_EQ(bySigns(scop).statements.size(), 1u);
  Scop window = makeScop({{"x", "0", "w"}, {"k", "-r", "r + 1"}},
                         {{{"x", "k"}, {}, {"B", "x"}, "+=", {{"A", "W*y + x + k"}}}}, "long");
  EXPECT_EQ(bySigns(window).statements.size(), 1u);
}

TEST(Forms, APlaceBesideTheRowBeforeMayBeThere) {
  Scop pieces = bySigns(columns({"N*i", "N*i + N + p"}));
  EXPECT_EQ(pieces.statements.size(), 3u);
  Judged both(pieces, condition("-N <= p && p < N"), -4, 4);
  EXPECT_EQ(both.views.arrays[0].view.sizes, std::vector<Polynomial>{poly("N")});
  // A column of its own is in no other row.
  for (const Scop &scop :
       {columns({"N*i + p"}), columns({"N*i", "N*i + p"}), columns({"N*i + q", "N*i + p"})})
    EXPECT_EQ(bySigns(scop).statements.size(), scop.statements.size());
  Scop walked = makeScop({{"i", "0", "L"}, {"j", "0", "N"}},
                         {{{"i", "j"}, {}, {"A", "N*i + N + p"}, "=", {{"A", "N*i + j"}}}}, "long");
  EXPECT_EQ(bySigns(walked).statements.size(), 1u);
}

TEST(Forms, ACarryGoesThroughAllDimensions) {
  Scop scop = makeScop(
      {{"i", "0", "n"}, {"j", "0", "m"}, {"k", "0", "o"}},
      {{{"i", "j", "k"}, {}, {"A", "(i*m + j)*o + k"}, "=", {{"A", "(i*m + j)*o + k + 1"}}}},
      "long");
  Judged carried(split(scop), condition("1 <= o && 2 <= m"), -1, 4);
  EXPECT_EQ(carried.views.arrays[0].view.rank(), 3u);
}

TEST(Forms, WhatHasAViewIsNotSplit) {
  for (const Scop &scop : {rows("i*m + j", "i*m + m - 1 - j"), rows("i*lda + j", "i*lda + j + 1"),
                           rows("i*m + j", "(i + 1)*m + j")})
    EXPECT_EQ(split(scop).statements.size(), scop.statements.size());
}

TEST(Forms, BandsAreWalkedByTheirOwnCounters) {
  Scop scop = makeScop({{"j", "0", "n"}, {"i", "j - u", "j + l + 1"}},
                       {{{"j", "i"}, {}, {"A", "u + i - j + j*ld"}, "+=", {}}}, "long");
  Judged banded(scop, condition("l + u < ld && 0 <= u && 0 <= l"), -1, 4);
  EXPECT_EQ(banded.views.arrays[0].view.sizes, std::vector<Polynomial>{poly("ld")});
  Scop tridiagonal = makeScop({{"i", "1", "n"}, {"j", "i - 1", "i + 2"}},
                              {{{"i", "j"}, {}, {"A", "3*i + j - i + 1"}, "+=", {}}}, "long");
  Judged three(tridiagonal, condition(""), -1, 6);
  EXPECT_EQ(three.views.arrays[0].view.sizes, std::vector<Polynomial>{Polynomial(3)});
}

TEST(DomainFacts, ABoxIsJudgedAtItsCornersAsByItsInstances) {
  for (int64_t step : {1, -1}) {
    Scop scop = makeScop(
        {{"i", "a", "n"}, {"j", step > 0 ? "0" : "m", step > 0 ? "m + 1" : "-1", "i", step}},
        {{{"i", "j"}, {}, {"A", "i*m + j"}, "=", {}}}, "long");
    IslContext context;
    DomainFacts facts(scop, context);
    EXPECT_EQ(facts.greatest(0, poly("2*i - j")), std::vector{poly("2*n - 2")});
    EXPECT_EQ(facts.least(0, poly("2*i - j")), std::vector{poly("2*a - m")});
    for (const char *text : {"2*i - j", "j - i", "i + m", "m - 3*j"}) {
      Polynomial value = poly(text), size = poly("m + 4"), low = poly("a - 2");
      auto outside = facts.outside(0, value, low, size);
      auto violated =
          conditionSet(context, "S0", {"i", "j"},
                       Condition::disjunction(
                           {Condition::less(value, low), Condition::lessEqual(low + size, value)}));
      ASSERT_TRUE(outside && violated);
      EXPECT_TRUE(outside->is_equal(parameterSetOf(facts.domain(0).intersect(*violated)))) << text;
      auto negative =
          conditionSet(context, "S0", {"i", "j"}, Condition::less(value, Polynomial(0)));
      EXPECT_EQ(facts.nonNegative(0, value),
                facts.impossible(parameterSetOf(facts.domain(0).intersect(*negative))))
          << text;
    }
  }
}

/// Of a scop over n and m with the loops i and j: the extremes of values, for small numbers, beside
/// those of all instances.
void expectExtremes(Scop scop, const char *holds, int &corners) {
  scop.statements[0].condition = condition(holds);
  IslContext context;
  DomainFacts facts(scop, context);
  PointTest runs(facts.domain(0), {"i", "j"});
  std::vector<std::string> names = parametersOf(facts.domain(0));
  for (const char *text : {"i", "j", "i + j", "i - j", "j - 2*i", "3*i + m"})
    for (bool greatest : {false, true}) {
      Polynomial value = poly(text);
      std::vector<Polynomial> found = greatest ? facts.greatest(0, value) : facts.least(0, value);
      corners += found.size() == 1;
      for (int64_t n = -1; n <= 6 && !found.empty(); ++n)
        for (int64_t m = -1; m <= 6; ++m) {
          std::optional<int64_t> extreme, told;
          auto farther = [&](std::optional<int64_t> &to, int64_t other) {
            to = !to ? other : greatest ? std::max(*to, other) : std::min(*to, other);
          };
          for (int64_t i = -10; i <= 10; ++i)
            for (int64_t j = -10; j <= 10; ++j) {
              std::vector<int64_t> point;
              for (const std::string &name : names)
                point.push_back(name == "n" ? n : m);
              point.insert(point.end(), {i, j});
              if (runs.contains(point))
                farther(extreme, *value.evaluate({{"n", n}, {"m", m}, {"i", i}, {"j", j}}));
            }
          for (const Polynomial &candidate : found)
            farther(told, *candidate.evaluate({{"n", n}, {"m", m}}));
          if (!extreme)
            continue;
          EXPECT_TRUE(greatest ? *told >= *extreme : *told <= *extreme)
              << text << " " << holds << " n " << n << " m " << m;
          if (found.size() == 1) {
            EXPECT_EQ(*told, *extreme) << text << " " << holds << " n " << n << " m " << m;
          }
        }
    }
}

TEST(DomainFacts, ExtremesAreAtACornerOnlyWhereItRuns) {
  auto scopOf = [](const LoopSpec &i, const LoopSpec &j) {
    return makeScop({i, j}, {{{"i", "j"}, {}, {"A", "i*m + j + n"}, "=", {}}}, "long");
  };
  int corners = 0;
  for (const char *holds : {"", "i + 4*j < m", "j <= i", "i + j < n + m - 3", "2 <= n"}) {
    expectExtremes(scopOf({"i", "0", "n"}, {"j", "0", "m"}), holds, corners);
    expectExtremes(scopOf({"i", "0", "n"}, {"j", "0", "i + 1"}), holds, corners);
    expectExtremes(scopOf({"i", "0", "n"}, {"j", "i + 1", "m"}), holds, corners);
    expectExtremes(scopOf({"i", "n", "-1", "", -1}, {"j", "i", "m - 1", "i", -1}), holds, corners);
    expectExtremes(scopOf({"i", "0", "n"}, {"j", "0", "3"}), holds, corners);
  }
  EXPECT_GT(corners, 150);
}

TEST(DomainFacts, ExamplesDecideAsIslDoes) {
  Scop scop = rows("i*m + j", "(i + 1)*m + j");
  IslContext context;
  DomainFacts facts(scop, context);
  isl::ctx ctx = context.get();
  for (const char *text :
       {"[n, m] -> { : n >= 1 }", "[n, m] -> { : n > m }", "[n, m] -> { : n < 0 }",
        "[n, m] -> { : m >= 1 or n > 3 }", "[n, m] -> { : n = 5 and m = 7 }"}) {
    isl::set bad(ctx, text);
    isl::set known = facts.knownFor(bad);
    EXPECT_EQ(facts.impossible(bad), bad.is_disjoint(known)) << text;
    EXPECT_EQ(facts.covers(bad), known.is_subset(bad)) << text;
    EXPECT_EQ(facts.runsOutside(0, bad), !facts.runs(0).intersect(known).is_subset(bad)) << text;
  }
}

TEST(DomainFacts, WhatIsWorseSomewhereExcludesNoLess) {
  Scop scop = rows("i*m + j", "(i + 1)*m + j");
  IslContext context;
  DomainFacts facts(scop, context);
  std::vector<isl::set> sets;
  for (const char *text :
       {"[n, m] -> { : n <= 3 }", "[n, m] -> { : n <= 3 or m <= 3 }", "[n, m] -> { : n > m }",
        "[n, m] -> { : n < 0 }", "[n, m] -> { : m < 0 or n > m + 2 }", "[n, m] -> { : n = m }"})
    sets.push_back(isl::set(context.get(), text));
  int worse = 0;
  for (const isl::set &a : sets)
    for (const isl::set &b : sets) {
      if (!facts.isWorseSomewhere(a, b))
        continue;
      ++worse;
      for (const isl::set &more : sets)
        EXPECT_FALSE(facts.excludesLess(a.unite(more), b)) << a << b << more;
    }
  EXPECT_GT(worse, 3);
  EXPECT_FALSE(facts.isThin(sets[2], sets[0]));
  EXPECT_TRUE(facts.isThin(isl::set(context.get(), "[n, m] -> { : n < m or n > m }"), sets[0]));
}

TEST(Forms, ValuesMeetAtOneCornerOfABox) {
  auto meet = [](const Scop &scop, const std::vector<std::string> &values,
                 const std::vector<std::string> &ends) {
    IslContext context;
    std::vector<Polynomial> at, extremes;
    for (const std::string &value : values)
      at.push_back(poly(value));
    for (const std::string &end : ends)
      extremes.push_back(poly(end));
    return DomainFacts(scop, context).meetAtCorner(0, at, extremes);
  };
  Scop box = rows("i*m + j", "i*m + j");
  EXPECT_TRUE(meet(box, {"i", "j"}, {"0", "m - 1"}));
  EXPECT_TRUE(meet(box, {"i - 1", "2*i + j"}, {"n - 2", "2*n - 2"}));
  // i at both its ends, a value that is not at an end, ends that depend on another loop.
  EXPECT_FALSE(meet(box, {"i", "i + j"}, {"0", "n - 1 + m - 1"}));
  EXPECT_FALSE(meet(box, {"i", "j"}, {"1", "m - 1"}));
  EXPECT_FALSE(meet(rows("i*m + j", "i*m + j", "i"), {"i", "j"}, {"n - 1", "0"}));
  // It runs only where another statement does, which runs without it.
  Scop flagged = makeScop({{"i", "0", "n"}, {"k", "0", "m", "-"}},
                          {{{"i"}, {}, {"A", "i"}, "=", {}}, {{"k"}, {1}, {"A", "k"}, "=", {}}});
  EXPECT_FALSE(meet(flagged, {"i"}, {"0"}));
}

/// A[i*m + j] = B[j*n + i] where `first` holds, A[j*n + i] = B[i*m + j] where `second` does.
Scop turned(const std::string &first, const std::string &second) {
  Scop scop = makeScop({{"i", "0", "n"}, {"j", "0", "m"}},
                       {{{"i", "j"}, {}, {"A", "i*m + j"}, "=", {{"B", "j*n + i"}}},
                        {{"i", "j"}, {0, 0, 1}, {"A", "j*n + i"}, "=", {{"B", "i*m + j"}}},
                        {{}, {1}, {"C", "flag"}, "=", {}}},
                       "long");
  scop.statements.pop_back(); // it made the flag a parameter
  scop.statements[0].condition = condition(first);
  scop.statements[1].condition = condition(second);
  return scop;
}

TEST(Forms, OneValueOfAFlagIsTakenWhereBothHaveNoCommonView) {
  Scop scop = turned("0 < flag", "flag <= 0");
  auto narrow = formBy("flag-settled", scop);
  ASSERT_TRUE(narrow);
  ASSERT_EQ(narrow->statements.size(), 1u);
  Judged one(*narrow, condition("0 < flag"), -1, 4);
  EXPECT_EQ(one.views.arrays[0].view.rank(), 2u);
  EXPECT_FALSE(*one.views.validity.evaluate({{"n", 2}, {"m", 3}, {"flag", 0}}));
}

TEST(Forms, NoFlagIsTakenThatShapesTheNest) {
  for (Scop scop : {turned("n < m", "m <= n"), turned("0 < flag", "0 < flag")})
    EXPECT_FALSE(formBy("flag-settled", scop));
}

TEST(Forms, VersionsExcludeEachOtherAndTheFirstIsTheChosenOne) {
  Scop scop = rows("i*a + j", "(i + 1)*b + j");
  IslContext context;
  DomainFacts facts(scop, context);
  auto choices = searchViews(facts);
  ASSERT_TRUE(choices);
  auto views = delinearize(facts, *choices);
  ASSERT_TRUE(views);
  auto versions = viewVersions(facts, *views, *choices);
  ASSERT_TRUE(versions);
  ASSERT_GE(versions->size(), 2u);
  EXPECT_TRUE(versions->front().validity == views->validity);
  for (int64_t a = 0; a < 4; ++a)
    for (int64_t b = 0; b < 4; ++b) {
      int hold = 0;
      for (const ViewVersion &version : *versions) {
        bool holds = *version.when.evaluate({{"n", 1}, {"m", 2}, {"a", a}, {"b", b}});
        EXPECT_TRUE(!holds || *version.validity.evaluate({{"n", 1}, {"m", 2}, {"a", a}, {"b", b}}));
        hold += holds;
      }
      EXPECT_LE(hold, 1);
    }
}

} // namespace
