#include "analysis/dependence/Dependence.h"
#include "analysis/model/ScopIsl.h"
#include "analysis/support/IslInterop.h"
#include "tests/support/HandViews.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <tuple>

using namespace acc;
using namespace acc::test;

namespace {

struct Found {
  explicit Found(const Scop &scop, const ViewSizes &sizes, Condition validity = Condition::always(),
                 uint64_t quota = IslContext::kDefaultQuota)
      : context(quota), scop(scop) {
    Delinearization views = handViews(scop, sizes);
    views.validity = validity;
    Outcome<Dependences> outcome = computeDependences(scop, views, context);
    if (outcome)
      dependences = *outcome;
    else
      rejection = outcome.rejection();
    if (outcome)
      expectSameWithoutRelations(views);
  }

  /// Which there are does not depend on the detail that is asked for.
  void expectSameWithoutRelations(const Delinearization &views) const {
    Dependences less = *computeDependences(scop, views, context, DependenceDetail::Existence);
    EXPECT_EQ(less.carried, dependences.carried);
    EXPECT_EQ(less.orderInvariant, dependences.orderInvariant);
    auto facts = [](const Dependences &of) {
      std::vector<std::tuple<DependenceKind, int, int, int, int>> all;
      for (const Dependence &d : of.all)
        all.emplace_back(d.kind, d.array, d.source, d.sink, d.carriedBy);
      return all;
    };
    EXPECT_EQ(facts(less), facts(dependences));
  }

  int count(DependenceKind kind, int carriedBy) const {
    int n = 0;
    for (const Dependence &d : dependences.all)
      n += d.kind == kind && d.carriedBy == carriedBy;
    return n;
  }

  std::vector<bool> parallel() const {
    std::vector<bool> result;
    for (size_t loop = 0; loop < scop.loops.size(); ++loop)
      result.push_back(dependences.isParallel(loop));
    return result;
  }

  IslContext context;
  Scop scop;
  Dependences dependences;
  std::optional<Rejection> rejection;
};

using Distance = std::vector<std::optional<int64_t>>;

} // namespace

TEST(Dependence, GemmCarriesItsReductionOnly) {
  Found gemm(gemmScop(), {{"C", {"ldc"}}, {"A", {"lda"}}, {"B", {"ldb"}}});
  ASSERT_FALSE(gemm.rejection);
  EXPECT_EQ(gemm.parallel(), (std::vector<bool>{true, true, false}));
  EXPECT_FALSE(gemm.dependences.orderInvariant);
  ASSERT_EQ(gemm.dependences.all.size(), 3u);
  for (DependenceKind kind : {DependenceKind::RAW, DependenceKind::WAR, DependenceKind::WAW})
    EXPECT_EQ(gemm.count(kind, 2), 1);
  // Memory based: the distance in k is not only 1 but every k' > k.
  const Dependence &d = gemm.dependences.all.front();
  EXPECT_EQ(d.distance, (Distance{0, 0, 1}));
  isl::set context = contextSet(gemm.context, gemm.scop);
  EXPECT_TRUE(d.relation().intersect_params(context).is_equal(
      isl::map(gemm.context.get(),
               "[n, m, p] -> { S0[i, j, k] -> S0[i, j, l] : 0 <= i < n <= 2147483647 and "
               "0 <= j < m <= 2147483647 and 0 <= k < l < p <= 2147483647 }")
          .intersect_params(context)));
}

TEST(Dependence, SweepWithTwoArraysIsOrderInvariant) {
  Scop scop = makeScop(
      {{"i", "1", "n - 1"}, {"j", "1", "m - 1"}},
      {{{"i", "j"}, {}, {"B", "i*m + j"}, "=", {{"A", "i*m + j - 1"}, {"A", "(i + 1)*m + j"}}}});
  Found jacobi(scop, {{"A", {"m"}}, {"B", {"m"}}});
  ASSERT_FALSE(jacobi.rejection);
  EXPECT_TRUE(jacobi.dependences.all.empty());
  EXPECT_TRUE(jacobi.dependences.orderInvariant);
  EXPECT_EQ(jacobi.parallel(), (std::vector<bool>{true, true}));
}

TEST(Dependence, GaussSeidelCarriesBothLoops) {
  // A[i][j] = A[i-1][j] * A[i][j-1] * A[i+1][j]
  Scop scop = makeScop({{"i", "1", "n - 1"}, {"j", "1", "m - 1"}},
                       {{{"i", "j"},
                         {},
                         {"A", "i*m + j"},
                         "=",
                         {{"A", "(i - 1)*m + j"}, {"A", "i*m + j - 1"}, {"A", "(i + 1)*m + j"}}}});
  Found seidel(scop, {{"A", {"m"}}});
  ASSERT_FALSE(seidel.rejection);
  EXPECT_EQ(seidel.parallel(), (std::vector<bool>{false, false}));
  for (DependenceVerdict carried : seidel.dependences.carried)
    EXPECT_EQ(carried, DependenceVerdict::Some);
  EXPECT_EQ(seidel.count(DependenceKind::RAW, 0), 1);
  EXPECT_EQ(seidel.count(DependenceKind::RAW, 1), 1);
  EXPECT_EQ(seidel.count(DependenceKind::WAR, 0), 1);
  EXPECT_EQ(seidel.count(DependenceKind::WAR, 1), 0);
  EXPECT_EQ(seidel.count(DependenceKind::WAW, 0), 0);
  for (const Dependence &d : seidel.dependences.all)
    EXPECT_EQ(d.distance, d.carriedBy == 0 ? (Distance{1, 0}) : (Distance{0, 1}));
}

/// Each instance reads the first element: the nearest pair says nothing of the others.
TEST(Dependence, DistancesTellOfAllPairs) {
  const std::vector<LoopSpec> loops = {{"i", "0", "n"}, {"j", "0", "m"}, {"k", "0", "p"}};
  Found first(
      makeScop(loops, {{{"i", "j", "k"}, {}, {"A", "(i*m + j)*p + k"}, "+=", {{"A", "0"}}}}),
      {{"A", {"m", "p"}}});
  ASSERT_FALSE(first.rejection);
  ASSERT_FALSE(first.dependences.all.empty());
  for (const Dependence &d : first.dependences.all)
    for (int k = d.carriedBy + 1; k < 3; ++k)
      EXPECT_EQ(d.distance[k], std::nullopt) << d.carriedBy << " " << k;
  // Multiples of the nearest pair's distances, and one distance beside others.
  Found along(
      makeScop({{"i", "0", "n"}, {"j", "0", "m"}}, {{{"i", "j"}, {}, {"A", "2*i + j"}, "=", {}}}),
      {});
  Found beside(makeScop({{"i", "0", "n"}, {"j", "2", "m"}},
                        {{{"i", "j"}, {}, {"A", "j"}, "=", {{"A", "j - 2"}}}}),
               {});
  auto carriedByFirst = [](const Found &found, DependenceKind kind) {
    for (const Dependence &d : found.dependences.all)
      if (d.carriedBy == 0 && d.kind == kind)
        return d.distance;
    return Distance();
  };
  EXPECT_EQ(carriedByFirst(along, DependenceKind::WAW), (Distance{1, -2}));
  EXPECT_EQ(carriedByFirst(beside, DependenceKind::RAW), (Distance{1, 2}));
}

TEST(Dependence, DistancesCountIterationsOfDownwardAndStridedLoops) {
  // for (i = n - 1; i > 1; i -= 2) A[i] = A[i + 2]
  Scop scop =
      makeScop({{"i", "n - 1", "1", "", -2}}, {{{"i"}, {}, {"A", "i"}, "=", {{"A", "i + 2"}}}});
  Found down(scop, {});
  ASSERT_EQ(down.dependences.all.size(), 1u);
  EXPECT_EQ(down.dependences.all[0].kind, DependenceKind::RAW);
  EXPECT_EQ(down.dependences.all[0].distance, (Distance{1}));
}

TEST(Dependence, OddAndEvenRowsNeverMeet) {
  // A[2j][i] = A[2j + 1][i]
  Scop scop = makeScop({{"i", "0", "m"}, {"j", "0", "n"}},
                       {{{"i", "j"}, {}, {"A", "2*j*m + i"}, "=", {{"A", "(2*j + 1)*m + i"}}}});
  Found oddEven(scop, {{"A", {"m"}}});
  EXPECT_TRUE(oddEven.dependences.all.empty());
  EXPECT_TRUE(oddEven.dependences.orderInvariant);
}

TEST(Dependence, MultiplesOfANumberNeverMeetOthers) {
  auto orderInvariant = [](const std::string &written, const std::string &read) {
    Scop scop = makeScop({{"i", "0", "n"}, {"j", "0", "n"}},
                         {{{"i", "j"}, {}, {"A", written}, "=", {{"B", "0"}}},
                          {{"i", "j"}, {0, 0, 1}, {"C", "i*n + j"}, "=", {{"A", read}}}});
    Dependences all = Found(scop, {{"C", {"n"}}}).dependences;
    return std::none_of(all.all.begin(), all.all.end(),
                        [](const Dependence &d) { return d.kind == DependenceKind::RAW; });
  };
  EXPECT_TRUE(orderInvariant("6*i + 2*j", "4*j + 3"));
  EXPECT_FALSE(orderInvariant("6*i + 2*j", "4*j + 2"));
  EXPECT_TRUE(orderInvariant("3*i + p", "3*j + p + 1"));
  EXPECT_TRUE(orderInvariant("4*i + 2*p", "2*j + 4*p + 1"));
  EXPECT_FALSE(orderInvariant("4*i + p", "2*j + 1"));
  EXPECT_TRUE(orderInvariant("p + 1", "p + 2"));
  EXPECT_FALSE(orderInvariant("p + 1", "q + 2"));
  EXPECT_TRUE(orderInvariant("1", "2"));
  EXPECT_FALSE(orderInvariant("2", "2"));
}

TEST(Dependence, LuCarriesTheOuterLoop) {
  // for i { for j < i { for k < j  A[i][j] -= A[i][k]*A[k][j];  A[i][j] /= A[j][j]; }
  //         for j2 >= i, k2 < i   A[i][j2] -= A[i][k2]*A[k2][j2]; }
  Scop scop = makeScop({{"i", "0", "n"},
                        {"j", "0", "i"},
                        {"k", "0", "j"},
                        {"j2", "i", "n", "i"},
                        {"k2", "0", "i", "j2"}},
                       {{{"i", "j", "k"},
                         {0, 0, 0, 0},
                         {"A", "i*n + j"},
                         "-=",
                         {{"A", "i*n + k"}, {"A", "k*n + j"}}},
                        {{"i", "j"}, {0, 0, 1}, {"A", "i*n + j"}, "/=", {{"A", "j*n + j"}}},
                        {{"i", "j2", "k2"},
                         {0, 1, 0, 0},
                         {"A", "i*n + j2"},
                         "-=",
                         {{"A", "i*n + k2"}, {"A", "k2*n + j2"}}}});
  Found lu(scop, {{"A", {"n"}}});
  ASSERT_FALSE(lu.rejection) << lu.rejection->message();
  EXPECT_EQ(lu.parallel(), (std::vector<bool>{false, false, false, true, false}));
  EXPECT_GT(lu.count(DependenceKind::RAW, -1), 0); // S0 -> S1 in one (i, j)
}

TEST(Dependence, PrivateScalarsMeetOnlyInTheirIteration) {
  // for i { t = A[i]; B[i] = t; }
  Scop scop = makeScop({{"i", "0", "n"}}, {{{"i"}, {0, 0}, {"t", "0"}, "=", {{"A", "i"}}},
                                           {{"i"}, {0, 1}, {"B", "i"}, "=", {{"t", "0"}}}});
  makePrivateScalar(scop, "t", {"i"});
  Found found(scop, {});
  ASSERT_EQ(found.dependences.all.size(), 1u);
  EXPECT_EQ(found.dependences.all[0].kind, DependenceKind::RAW);
  EXPECT_EQ(found.dependences.all[0].carriedBy, -1);
  EXPECT_TRUE(found.dependences.orderInvariant);
}

TEST(Dependence, ValidityOfTheViewRemovesDependences) {
  // A[i] = A[i + n], 0 <= i < m: none when m <= n.
  Scop scop = makeScop({{"i", "0", "m"}}, {{{"i"}, {}, {"A", "i"}, "=", {{"A", "i + n"}}}});
  EXPECT_FALSE(Found(scop, {}).dependences.orderInvariant);
  EXPECT_TRUE(
      Found(scop, {}, Condition::lessEqual(poly("m"), poly("n"))).dependences.orderInvariant);
}

TEST(Dependence, SubscriptsThatAreNotAffineMayBeAnyElement) {
  Scop scop = makeScop({{"i", "0", "n"}, {"j", "0", "n"}},
                       {{{"i", "j"}, {}, {"A", "i*n + j"}, "=", {{"A", "i*j"}}}});
  Found found(scop, {});
  ASSERT_FALSE(found.rejection);
  for (size_t loop : {0, 1})
    EXPECT_EQ(found.dependences.carried[loop], DependenceVerdict::Unknown);
  for (const Dependence &dependence : found.dependences.all)
    EXPECT_EQ(dependence.verdict, DependenceVerdict::Unknown);
}

/// Per source the nearest sink for n = 5, as differences of the common loops in iterations.
std::set<std::vector<int64_t>> nearestPairs(const Found &found, const Dependence &dependence) {
  const ScopStatement &source = found.scop.statements[dependence.source];
  const ScopStatement &sink = found.scop.statements[dependence.sink];
  size_t common = dependence.distance.size(), depth = source.loops.size();
  std::map<std::vector<int64_t>, std::vector<int64_t>> nearest;
  isl::map at =
      dependence.relation().intersect_params(isl::set(found.context.get(), "[n] -> { : n = 5 }"));
  flattenToSet(at).project_out_all_params().foreach_point([&](isl::point point) {
    isl::multi_val values = point.multi_val();
    std::vector<int64_t> from, apart;
    for (size_t k = 0; k < depth; ++k)
      from.push_back(values.at(k).num_si());
    for (size_t k = 0; k < common; ++k)
      apart.push_back((values.at(depth + k).num_si() - from[k]) /
                      found.scop.loops[sink.loops[k]].step);
    auto [known, isNew] = nearest.try_emplace(from, apart);
    if (!isNew)
      known->second = std::min(known->second, apart);
  });
  std::set<std::vector<int64_t>> all;
  for (const auto &[from, apart] : nearest)
    all.insert(apart);
  return all;
}

/// One access of a run.
struct Touched {
  int statement, array;
  bool isWrite;
  int64_t element;
  std::vector<int64_t> iteration;
};

/// Runs the loops from `depth` on that stand around the statements, all at `at` so far.
void run(const Scop &scop, std::vector<int> statements, size_t depth,
         std::map<std::string, int64_t> at, std::vector<int64_t> iteration,
         std::vector<Touched> &all) {
  while (!statements.empty()) {
    const ScopStatement &first = scop.statements[statements.front()];
    if (depth == first.loops.size()) {
      for (const ScopAccess &access : first.accesses)
        all.push_back({statements.front(), access.array, access.isWrite,
                       *access.subscripts.at(0).evaluate(at), iteration});
      statements.erase(statements.begin());
      continue;
    }
    int index = first.loops[depth];
    std::vector<int> inside, others;
    for (int s : statements) {
      const std::vector<int> &loops = scop.statements[s].loops;
      (depth < loops.size() && loops[depth] == index ? inside : others).push_back(s);
    }
    const ScopLoop &loop = scop.loops[index];
    int64_t end = *loop.end.front().evaluate(at);
    for (int64_t value = *loop.first.front().evaluate(at);
         loop.step > 0 ? value < end : value > end; value += loop.step) {
      at[loop.name] = value;
      iteration.push_back(value);
      run(scop, inside, depth + 1, at, iteration, all);
      iteration.pop_back();
    }
    statements = others;
  }
}

/// Every pair of accesses of the run with n = 5 that must keep its order is in some dependence.
void expectAllPairsOfARun(const Found &found, int round) {
  std::vector<int> statements;
  for (size_t s = 0; s < found.scop.statements.size(); ++s)
    statements.push_back(static_cast<int>(s));
  std::vector<Touched> all;
  run(found.scop, statements, 0, {{"n", 5}}, {}, all);
  std::set<std::tuple<DependenceKind, int, int, int, int>> known, missing;
  for (const Dependence &d : found.dependences.all)
    known.emplace(d.kind, d.array, d.source, d.sink, d.carriedBy);
  for (size_t k = 0; k < all.size(); ++k)
    for (size_t l = k + 1; l < all.size(); ++l) {
      const Touched &a = all[k], &b = all[l];
      if (a.array != b.array || a.element != b.element || (!a.isWrite && !b.isWrite) ||
          (a.statement == b.statement && a.iteration == b.iteration))
        continue;
      const std::vector<int> &loops = found.scop.statements[a.statement].loops;
      const std::vector<int> &others = found.scop.statements[b.statement].loops;
      int carriedBy = -1;
      for (size_t level = 0; level < std::min(loops.size(), others.size()) && carriedBy < 0 &&
                             loops[level] == others[level];
           ++level)
        if (a.iteration[level] != b.iteration[level])
          carriedBy = loops[level];
      DependenceKind kind = !a.isWrite  ? DependenceKind::WAR
                            : b.isWrite ? DependenceKind::WAW
                                        : DependenceKind::RAW;
      std::tuple dependence(kind, a.array, a.statement, b.statement, carriedBy);
      if (!known.contains(dependence))
        missing.insert(dependence);
    }
  EXPECT_TRUE(missing.empty()) << "round " << round << ": " << missing.size();
}

// Most distances are found without isl: they say of each pair what enumeration says.
TEST(Dependence, DistancesAreThoseOfTheNearestPairs) {
  std::mt19937 random(7);
  auto oneOf = [&](const std::vector<std::string> &all) { return all[random() % all.size()]; };
  size_t judged = 0, open = 0;
  for (int round = 0; round < 150; ++round) {
    std::vector<LoopSpec> loops;
    for (const char *name : {"i", "j", "k", "l"}) {
      bool isDeep = std::string(name) != "i";
      std::string first = isDeep ? oneOf({"0", "0", "0", "1", "i", "i + 1"}) : "0";
      std::string end = isDeep ? oneOf({"n", "n", "n + 1", "i + 2", "3"}) : oneOf({"n", "3"});
      int64_t step = random() % 4 == 0 ? 2 : 1;
      bool isDown = random() % 5 == 0;
      std::string parent = std::string(name) == "l" ? "j" : ""; // i { j { k, l } }
      loops.push_back(isDown ? LoopSpec{name, end, first, parent, -step}
                             : LoopSpec{name, first, end, parent, step});
    }
    std::vector<std::string> indices = {
        "0", "0", "i", "j", "i + j", "i + 1", "2*i", "2*i + 2*j + 1", "j + 1", "n"};
    auto index = [&](const char *own) {
      std::vector<std::string> all = indices;
      for (const char *more : {"", " + i", " + 1"})
        all.push_back(own + std::string(more));
      return oneOf(all);
    };
    StatementSpec first{{"i", "j", "k"}, {0, 0, 0, 0}, {"A", index("k")}, "=", {{"B", index("k")}}};
    StatementSpec second{
        {"i", "j", "l"}, {0, 0, 1, 0}, {"B", index("l")}, "+=", {{"A", index("l")}}};
    if (random() % 3 == 0)
      second = {{"i", "j"}, {0, 0, 1}, {"B", index("j")}, "+=", {{"A", index("j")}}};
    Found found(makeScop(loops, {first, second}), {});
    ASSERT_FALSE(found.rejection) << round;
    expectAllPairsOfARun(found, round);
    for (const Dependence &dependence : found.dependences.all) {
      for (const std::vector<int64_t> &apart : nearestPairs(found, dependence))
        for (size_t k = 0; k < apart.size(); ++k) {
          open += !dependence.distance[k];
          judged += dependence.distance[k].has_value();
          EXPECT_EQ(dependence.distance[k].value_or(apart[k]), apart[k])
              << "round " << round << " loop " << k << " " << dependence.relation();
        }
    }
  }
  EXPECT_GT(judged, open);
}

TEST(Dependence, RunningOutOfQuotaIsTooComplex) {
  Found found(gemmScop(), {{"C", {"ldc"}}, {"A", {"lda"}}, {"B", {"ldb"}}}, Condition::always(),
              10);
  ASSERT_TRUE(found.rejection);
  EXPECT_EQ(found.rejection->kind, RejectionKind::TooComplex);
}

namespace {

/// A[t + 1][i][j] = the sum of A[t][i + a][j + b], a and b from -reach to reach.
Scop stencilScop(int reach) {
  std::vector<AccessSpec> reads;
  for (int a = -reach; a <= reach; ++a)
    for (int b = -reach; b <= reach; ++b)
      if (std::abs(a) + std::abs(b) <= reach)
        reads.push_back(
            {"A", "t*n*m + (i + " + std::to_string(a) + ")*m + j + " + std::to_string(b)});
  return makeScop({{"t", "0", "s"}, {"i", "2", "n - 2"}, {"j", "2", "m - 2"}},
                  {{{"t", "i", "j"}, {}, {"A", "(t + 1)*n*m + i*m + j"}, "=", reads}});
}

} // namespace

TEST(Dependence, ManyReadsOfOneArrayAreJoinedWithFewOperations) {
  Found stencil(stencilScop(2), {{"A", {"n", "m"}}});
  ASSERT_FALSE(stencil.rejection);
  EXPECT_EQ(stencil.parallel(), (std::vector<bool>{false, true, true}));
  ASSERT_EQ(stencil.dependences.all.size(), 1u);
  isl::map expected(
      stencil.context.get(),
      "[s, n, m] -> { S0[t, i, j] -> S0[t + 1, i', j'] : i - 2 <= i' <= i + 2 and j - 2 <= j' <= j "
      "+ 2 and "
      "-2 <= i' - i + j' - j <= 2 and -2 <= i' - i - j' + j <= 2 and 0 <= t < s - 1 and "
      "2 <= i < n - 2 and 2 <= i' < n - 2 and 2 <= j < m - 2 and 2 <= j' < m - 2 }");
  isl::set context = contextSet(stencil.context, stencil.scop);
  EXPECT_TRUE(stencil.dependences.all[0].relation().intersect_params(context).is_equal(
      expected.intersect_params(context)));
  EXPECT_LT(stencil.context.operations(),
            18000u); // with the constraints of the loops in each piece 21400
}

TEST(Dependence, RelationsOfTheSameStatementsAreTakenOver) {
  IslContext context;
  Scop scop = stencilScop(2);
  Delinearization views = handViews(scop, {{"A", {"n", "m"}}});
  const uint64_t none = context.operations();
  Outcome<Dependences> first =
      computeDependences(scop, views, context, DependenceDetail::Relations);
  const uint64_t asked = context.operations();
  ASSERT_TRUE(first);
  Outcome<Dependences> second =
      computeDependences(scop, views, context, DependenceDetail::Relations, first->known);
  const uint64_t taken = context.operations();
  ASSERT_TRUE(second);
  ASSERT_EQ(first->all.size(), second->all.size());
  for (size_t k = 0; k < first->all.size(); ++k)
    EXPECT_TRUE(first->all[k].relation().is_equal(second->all[k].relation()));
  EXPECT_LT(taken - asked, (asked - none) / 4);

  // Other parameters count: nothing is taken over.
  views.validity = Condition::nonNegative(Polynomial::symbol("n") - 100);
  Outcome<Dependences> others =
      computeDependences(scop, views, context, DependenceDetail::Relations, first->known);
  ASSERT_TRUE(others);
  EXPECT_FALSE(others->all[0].relation().is_equal(first->all[0].relation()));
}
