#include "tests/unit/api/ApiHarness.h"

using namespace acc_delin;
using namespace acc_delin::test;

namespace {

const Dimension M{"M"}, N{"N"}, K{"K"};
const Index i{"i"}, j{"j"}, k{"k"};

struct Matmul {
  Array A, B, C;
  Nest nest;

  Matmul(Affine m, Affine n, Affine p)
      : A("A", Role::Input, ScalarType::float32, {m, p}),
        B("B", Role::Input, ScalarType::float32, {p, n}),
        C("C", Role::InputOutput, ScalarType::float32, {m, n}), nest({m, n, p}, {"i", "j", "k"}) {
    nest.iterationLogic(C(i, j) += A(i, k) * B(k, j));
  }
};

Schedule schedule(Affine m, Affine n, Affine p) {
  return taken(Matmul(m, n, p).nest.createSchedule());
}

} // namespace

TEST(Api, ArraysHaveAffineMaps) {
  Array first("A", Role::Input, ScalarType::float64, {2, 3, 4, 5});
  EXPECT_EQ(first.affineMap(), (Names{"60", "20", "5", "1"}));
  EXPECT_EQ(first.layout(), Layout::FirstMajor);
  Array last("A", Role::Input, ScalarType::float64, {2, 3, 4, 5}, Layout::LastMajor);
  EXPECT_EQ(last.affineMap(), (Names{"1", "2", "6", "24"}));
  Array columns("A", Role::Input, ScalarType::float64, {10, 20}, {1, 10}, -7);
  EXPECT_EQ(columns.affineMap(), (Names{"1", "10"}));
  EXPECT_EQ(columns.affineOffset(), "-7");
  EXPECT_EQ(columns.layout(), Layout::LastMajor);
  Array rows("A", Role::Input, ScalarType::float64, {kInfinite, N});
  EXPECT_EQ(rows.shape(), (Names{"", "N"}));
  EXPECT_EQ(rows.affineMap(), (Names{"N", "1"}));
  EXPECT_TRUE(Array("A", Role::Input, ScalarType::float64, {kInfinite, kInfinite}).fault());
  EXPECT_FALSE(Array("A", Role::Temporary, ScalarType::float64, {N}).fault());
  EXPECT_TRUE(Array("A", ScalarType::int8, {2}, {1, 2.5}).fault());
  EXPECT_TRUE(Array("A", ScalarType::int8, {2}, {1}).fault());
}

TEST(Api, SplitsKeepTheirPlaces) {
  Schedule s = schedule(3, 12, 15);
  EXPECT_EQ(taken(s.split(j, 3)).name, "jj");
  EXPECT_EQ(names(s.getIndices()), (Names{"i", "j", "jj", "k"}));
  EXPECT_EQ(s.shape(), (Shape{3, 4, 3, 15}));
  EXPECT_EQ(taken(s.split(j, 2)).name, "jjj");
  EXPECT_EQ(names(s.getIndices()), (Names{"i", "j", "jjj", "jj", "k"}));
  EXPECT_EQ(s.shape(), (Shape{3, 2, 2, 3, 15}));

  Schedule large = schedule(3, 12, 15);
  taken(large.split(j, 13));
  EXPECT_EQ(large.shape(), (Shape{3, 1, 13, 15}));
  expectRefused(large.split(j, 0), "at least 1");
  expectRefused(large.split(Index{"x"}, 4), "no index 'x'");
  EXPECT_EQ(large.shape(), (Shape{3, 1, 13, 15}));
}

TEST(Api, OrdersAreAbsoluteAndChecked) {
  Schedule s = schedule(16, 10, 11);
  taken(s.reorder({k, i, j}));
  taken(s.reorder({j, i, k}));
  EXPECT_EQ(names(s.getIndices()), (Names{"j", "i", "k"}));

  Schedule t = schedule(16, 10, 11);
  Index ii = taken(t.split(i, 2)), iii = taken(t.split(ii, 2)), jj = taken(t.split(j, 5));
  EXPECT_EQ(names(t.getIndices()), (Names{"i", "ii", "iii", "j", "jj", "k"}));
  EXPECT_FALSE(t.reorder({k, i, jj, j}));
  EXPECT_FALSE(t.reorder({k, ii, iii, j, jj, i}));
  EXPECT_FALSE(t.isValidLoopOrder({k, ii, iii, j, jj, i}));
  EXPECT_EQ(names(t.getIndices()), (Names{"i", "ii", "iii", "j", "jj", "k"}));
  EXPECT_TRUE(t.isValidLoopOrder({i, j, ii, jj, iii, k}));
  taken(t.reorder({i, j, ii, jj, iii, k}));

  Schedule u = schedule(16, 10, 11);
  EXPECT_EQ(names(taken(u.tile({{i, 8}, {j, 2}, {k, 3}}))), (Names{"ii", "jj", "kk"}));
  EXPECT_EQ(names(u.getIndices()), (Names{"i", "ii", "j", "jj", "k", "kk"}));
  EXPECT_EQ(u.shape(), (Shape{2, 8, 5, 2, 4, 3}));
}

TEST(Api, SchedulesOfOneNestAreIndependent) {
  Matmul matmul(M, N, K);
  Schedule one = taken(matmul.nest.createSchedule()), other = one;
  taken(one.split(i, 4));
  EXPECT_EQ(names(other.getIndices()), (Names{"i", "j", "k"}));
  EXPECT_EQ(names(taken(matmul.nest.createSchedule()).getIndices()), (Names{"i", "j", "k"}));
}

TEST(Api, DependencesDecide) {
  Array A("A", Role::InputOutput, ScalarType::float64, {M, N});
  Nest nest(std::vector<Loop>{{i, 1, M}, {j, 0, N - 1}});
  nest.iterationLogic(A(i, j) = A(i - 1, j + 1) + 1);
  Schedule s = taken(nest.createSchedule());
  EXPECT_TRUE(s.check());
  taken(s.reorder({j, i}));
  Result<Plan> plan = s.createPlan();
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.refusal().id, "illegal-schedule");
  EXPECT_NE(plan.refusal().message.find("must run before"), std::string::npos);
}

TEST(Api, NestsAreChecked) {
  Array A("A", Role::Input, ScalarType::float32, {M, N});
  Array C("C", Role::InputOutput, ScalarType::float32, {M, N});
  auto withLogic = [](const Statement &statement) {
    return Nest({M, N}, {"i", "j"}).iterationLogic(statement).createSchedule();
  };
  expectRefused(withLogic(A(i, j) += C(i, j)), "its role is read-only");
  expectRefused(withLogic(C(i) = A(i, j)), "2 dimensions, not 1");
  expectRefused(Nest({M, N}, {"i", "j"}).createSchedule(), "a statement");
  expectRefused(Nest({M, N}, {"M", "j"}).iterationLogic(C(0, j) = 1).createSchedule(),
                "'M' is the name of a loop and in its own bounds");
  expectRefused(withLogic(C(i, j) = Array("B", Role::Input, ScalarType::float32, {M, 0})(i, j)),
                "below 1");
  EXPECT_FALSE(Nest(std::vector<Loop>{{i, 0, M, 0}}).iterationLogic(C(i, 0) = 1).createSchedule());
}

TEST(Api, PlansDecideForATarget) {
  Schedule s = schedule(M, N, K);
  std::vector<Index> inner = taken(s.tile({{i, 4}, {j, 8}}));
  taken(s.reorder({i, j, k, inner[0], inner[1]}));
  Plan plan = taken(s.createPlan(taken(Target::named("avx2"))));
  Plan other = plan;
  expectRefused(plan.kernelize({inner[0], inner[1]}, {inner[1]}), "is unrolled");
  taken(plan.kernelize({inner[0]}, {inner[1]}));
  expectRefused(plan.vectorize(k), "carries a dependence");
  expectRefused(plan.unroll(i), "no fixed number");
  Matmul matmul(M, N, K);
  taken(plan.promote(matmul.C, k));
  expectRefused(plan.promote(matmul.B, k, Layout::Explicit), "not supported yet");
  Plan packed = plan;
  expectRefused(packed.promote(matmul.B, j, Layout::LastMajor), "a fixed number");
  expectRefused(plan.cache(matmul.C, k), "already promoted");
  expectRefused(plan.parallelize({k}), "carries a dependence");
  taken(plan.parallelize({i, j}));
  EXPECT_NE(plan.script("f#1").find("parallelize: {indices: [i, j]}"), std::string::npos);
  EXPECT_NE(plan.script("f#1").find("promote: {array: C, index: k}"), std::string::npos);
  EXPECT_EQ(other.script("f#1").find("plan:"), std::string::npos);
  EXPECT_FALSE(Target::named("abacus"));
  Plan kernel = other;
  expectRefused(kernel.cacheAtLevel(matmul.C, 6),
                "there is no level 6; the schedule has 5 dimensions");
  expectRefused(kernel.cacheWithin(matmul.C, 7, Layout::Explicit), "not supported yet");
  expectRefused(kernel.cacheWithin(matmul.B, 0), "no buffer of at most 0 elements");
  taken(kernel.cacheWithin(matmul.B, 8, Layout::LastMajor));
  taken(kernel.cacheAtLevel(matmul.A, 2));
  expectRefused(kernel.tensorize({inner[0], inner[1]}), "the rows, the columns and the depth");
  taken(kernel.tensorize({inner[0], inner[1], k}));
  const std::string script = kernel.script("f#1");
  EXPECT_NE(script.find("promote: {array: B, index: ii, layout: last_major}"), std::string::npos)
      << script;
  EXPECT_NE(script.find("promote: {array: A, index: ii}"), std::string::npos) << script;
  EXPECT_NE(script.find("promote: {array: C, index: k}"), std::string::npos) << script;
  EXPECT_NE(script.find("unroll: [ii]"), std::string::npos) << script;
  Plan scalar = taken(s.createPlan(taken(Target::named("scalar"))));
  expectRefused(scalar.vectorize(inner[1]), "no vectors");
  EXPECT_GT(Target::host().vectorBytes, 0u);
  EXPECT_GT(Target::portable().vectorBytes, 0u);
}

TEST(Api, PackagesCheckTheirArguments) {
  Matmul matmul(M, N, K);
  Schedule s = taken(matmul.nest.createSchedule());
  Package package;
  expectRefused(package.add(s, {M, N, matmul.A, matmul.B, matmul.C}, "f"), "'K' is missing");
  expectRefused(package.add(s, {M, N, K, matmul.A, matmul.B}, "f"), "'C' is missing");
  expectRefused(package.add(s, {M, N, K, K, matmul.A, matmul.B, matmul.C}, "f"), "two arguments");
  Array temporary("T", Role::Temporary, ScalarType::float32, {4});
  expectRefused(package.add(s, {M, N, K, matmul.A, matmul.B, matmul.C, temporary}, "f"),
                "cannot be an argument");
  EXPECT_EQ(package.source(), "");
}

TEST(Api, PackagesRun) {
  Package package;
  Matmul matmul(M, N, K);
  Schedule s = taken(matmul.nest.createSchedule());
  Index kk = taken(s.split(k, 16));
  std::vector<Index> inner = taken(s.tile({{i, 4}, {j, 8}}));
  taken(s.reorder({k, j, i, kk, inner[0], inner[1]}));
  Plan plan = taken(s.createPlan(taken(Target::named("avx2"))));
  taken(plan.promote(matmul.C, kk));
  taken(plan.kernelize({inner[0]}, {inner[1]}));
  taken(package.add(plan, {M, N, K, matmul.A, matmul.B, matmul.C}, "matmul"));
  expectRefused(package.add(plan, {M, N, K, matmul.A, matmul.B, matmul.C}, "matmul"), "already");

  // A triangle of a column-major array with an offset, constant weights.
  Scalar alpha("alpha", ScalarType::float64);
  Array L("L", Role::InputOutput, ScalarType::float64, {N, N}, {1, N}, 2);
  Array w("w", ScalarType::float64, {3}, {0.5, 0.25, 2});
  Nest triangle(std::vector<Loop>{{i, 0, N}, {j, 0, i + 1}, {k, 0, 3}});
  triangle.iterationLogic(L(i, j) += alpha * w(k));
  Schedule t = taken(triangle.createSchedule());
  taken(t.reorder({j, i, k}));
  taken(package.add(t, {N, alpha, L}, "triangle"));

  EXPECT_EQ(run(package, R"(
#include <stdio.h>
#include <string.h>
static float A[50*50], B[50*50], C[50*50], D[50*50];
static double L[2 + 50*50], E[2 + 50*50];
static int product(long m, long n, long p) {
  long i, j, k;
  for (i = 0; i < 2500; i++) { A[i] = i % 7 + 0.3f; B[i] = i % 5 - 0.7f; C[i] = D[i] = i % 3; }
  matmul(m, n, p, A, B, C);
  for (i = 0; i < m; i++) for (j = 0; j < n; j++) for (k = 0; k < p; k++)
    D[i*n + j] += A[i*p + k] * B[k*n + j];
  return memcmp(C, D, sizeof C);
}
int main(void) {
  static const double w[3] = {0.5, 0.25, 2};
  long i, j, k;
  if (product(1, 1, 1) || product(37, 41, 43) || product(16, 48, 32) || product(0, 5, 5)) return 1;
  for (i = 0; i < 2502; i++) L[i] = E[i] = i * 0.1;
  triangle(45, 0.3, L);
  for (i = 0; i < 45; i++) for (j = 0; j <= i; j++) for (k = 0; k < 3; k++)
    E[2 + i + 45*j] += 0.3 * w[k];
  return memcmp(L, E, sizeof L) ? 2 : 0;
}
)"),
            "");
}

TEST(Api, TemporariesLiveInTheFunction) {
  Array T("T", Role::Temporary, ScalarType::float32, {16, 4});
  Array A("A", Role::Input, ScalarType::float32, {16, 4});
  Array C("C", Role::Output, ScalarType::float32, {16, 4});
  Nest nest({16, 4}, {"i", "j"});
  nest.iterationLogic(T(i, j) = A(i, j) * 2).iterationLogic(C(i, j) = T(i, j) + 1);
  Package package;
  Result<Done> added = package.add(taken(nest.createSchedule()), {A, C}, "twice");
  ASSERT_TRUE(added) << added.refusal().message;
  EXPECT_EQ(run(package, R"(
int main(void) {
  float A[64], C[64];
  int i;
  for (i = 0; i < 64; i++) { A[i] = i; C[i] = -1; }
  twice(A, C);
  for (i = 0; i < 64; i++) if (C[i] != 2*i + 1) return 1;
  return 0;
}
)"),
            "");
}
