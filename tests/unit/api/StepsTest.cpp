// The steps beyond Accera's list, from a program: each legal, illegal and of no form.
#include "tests/unit/api/ApiHarness.h"

using namespace acc_delin;
using namespace acc_delin::test;

namespace {

const Dimension M{"M"}, N{"N"}, K{"K"};
const Index i{"i"}, j{"j"}, k{"k"};

Array matrix(const std::string &name, Role role = Role::InputOutput) {
  return Array(name, role, ScalarType::float64, {M, N});
}

void expectIllegal(const Schedule &schedule) {
  Result<Plan> plan = schedule.createPlan();
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.refusal().id, "illegal-schedule");
}

} // namespace

TEST(ApiSteps, StatementsOfOneNest) {
  Array A = matrix("A"), B = matrix("B");
  Nest nest({M, N}, {"i", "j"});
  nest.iterationLogic(A(i, j) = 2).iterationLogic(B(i, j) = A(i, j) + 1);
  Package package;
  auto add = [&](const Schedule &schedule, const std::string &name) {
    Result<Done> added = package.add(schedule, {M, N, A, B}, name);
    EXPECT_TRUE(added) << name << ": " << added.refusal().message;
  };
  Schedule s = taken(nest.createSchedule());
  expectRefused(s.distribute(i, {{0}}), "two parts");
  expectRefused(s.distribute(i, {{0}, {2}}), "no statement 'number 2'");
  EXPECT_EQ(taken(s.distribute(i, {{0}, {1}}, "g")).name, "g");
  EXPECT_EQ(names(s.getIndices()), (Names{"g", "i", "j", "f0"}));
  taken(s.reorder({{"g"}, {"f0"}, j, i}));
  add(s, "distributed");
  Schedule turned = taken(nest.createSchedule());
  taken(turned.distribute(i, {{1}, {0}}));
  expectIllegal(turned);

  Schedule hoisted = taken(nest.createSchedule());
  expectRefused(hoisted.hoist({}, i), "name some");
  taken(hoisted.hoist({0}, j, "h"));
  add(hoisted, "hoisted");
  Schedule late = taken(nest.createSchedule());
  taken(late.hoist({1}, j));
  expectIllegal(late);

  Schedule shifted = taken(nest.createSchedule());
  expectRefused(shifted.shift(i, 1, {7}), "no statement");
  taken(shifted.shift(i, 1, {1}));
  add(shifted, "shifted");
  Schedule early = taken(nest.createSchedule());
  taken(early.shift(i, -1, {1}));
  expectIllegal(early);

  EXPECT_EQ(run(package, R"(
static int right(void f(long, long, double *, double *)) {
  static double A[30*40], B[30*40];
  int i;
  for (i = 0; i < 1200; i++) A[i] = B[i] = 0;
  f(29, 40, A, B);
  for (i = 0; i < 1200; i++) if (A[i] != (i < 1160 ? 2 : 0) || B[i] != (i < 1160 ? 3 : 0)) return 1;
  return 0;
}
int main(void) { return right(distributed) || right(hoisted) || right(shifted); }
)"),
            "");
}

TEST(ApiSteps, StatementsOfFusedNests) {
  Array A("A", Role::Input, ScalarType::float64, {M, K}),
      B("B", Role::Input, ScalarType::float64, {K, N});
  Array C = matrix("C");
  Schedule clear = taken(Nest({M, N}, {"i", "j"}).iterationLogic(C(i, j) = 0).createSchedule());
  Schedule product = taken(Nest({M, N, K}, {"i", "j", "k"})
                               .iterationLogic(C(i, j) += A(i, k) * B(k, j))
                               .createSchedule());
  auto both = [&] { return taken(fuse({clear, product}, 2, {"i", "j", "f", "k"})); };
  Schedule s = both();
  EXPECT_FALSE(s.reorder({k, i, j, {"f"}}));
  expectRefused(s.sink({1}, k, 0), "already");
  taken(s.sink({0}, k, 0));
  taken(s.reorder({k, i, j, {"f"}}));
  Package package;
  Result<Done> added = package.add(s, {M, N, K, A, B, C}, "product");
  ASSERT_TRUE(added) << added.refusal().message;
  Schedule wrong = both();
  taken(wrong.sink({0}, k, K - 1));
  taken(wrong.reorder({i, j, k, {"f"}}));
  expectIllegal(wrong);

  // Not fused, one after the other; then their rows together.
  Schedule apart = taken(fuse({clear, product}, 0, {"f", "i", "j", "l", "p", "k"}));
  EXPECT_EQ(taken(apart.fuse({i, {"l"}}, "i")).name, "i");
  EXPECT_EQ(names(apart.getIndices()), (Names{"i", "f", "j", "p", "k"}));
  expectRefused(apart.fuse({{"p"}, k}), "both");
  added = package.add(apart, {M, N, K, A, B, C}, "rows");
  ASSERT_TRUE(added) << added.refusal().message;
  EXPECT_EQ(run(package, checkOfProduct("double") +
                             "int main(void) { return right(product) || right(rows); }\n"),
            "");
}

TEST(ApiSteps, PiecesWithIndicesOfTheirOwn) {
  Array A = matrix("A"), B("B", Role::Input, ScalarType::float64, {N, M});
  Nest nest({M, N}, {"i", "j"});
  nest.iterationLogic(A(i, j) = B(j, i));
  Schedule s = taken(nest.createSchedule());
  taken(s.indexSetSplit(j, {i, i + 1}, {"low", "on", "high"}));
  taken(s.split({"high"}, 4));
  Package package;
  Result<Done> added = package.add(s, {M, N, A, B}, "transpose");
  ASSERT_TRUE(added) << added.refusal().message;
  expectRefused(taken(nest.createSchedule()).indexSetSplit(j, {i}, {"low"}), "names");
  EXPECT_EQ(run(package, R"(
int main(void) {
  static double A[30*20], B[20*30];
  int i;
  for (i = 0; i < 600; i++) B[i] = i;
  transpose(30, 20, A, B);
  for (i = 0; i < 600; i++) if (A[i] != B[i % 20 * 30 + i / 20]) return 1;
  return 0;
}
)"),
            "");
}

TEST(ApiSteps, LegalForSomeSizesOnly) {
  // A[i] reads A[i + N - M]: the loops may be interchanged where N >= 2*M.
  Array A("A", Role::InputOutput, ScalarType::float64, {N});
  Nest nest({K, M}, {"j", "i"});
  nest.iterationLogic(A(i) = A(i) * 0.5 + A(i + N - M));
  Schedule s = taken(nest.createSchedule());
  EXPECT_EQ(taken(s.legalWhere()), "");
  taken(s.reorder({i, j}));
  EXPECT_FALSE(s.check());
  EXPECT_NE(taken(s.legalWhere()), "");
  Package package;
  Result<Done> added = package.add(s, {M, N, K, A}, "halves");
  ASSERT_TRUE(added) << added.refusal().message;
  EXPECT_EQ(run(package, R"(
static int right(long n, long m) {
  static double A[400], B[400];
  int i, j;
  for (i = 0; i < 400; i++) A[i] = B[i] = i % 17;
  halves(m, n, 20, A);
  for (j = 0; j < 20; j++) for (i = 0; i < m; i++) B[i] = B[i] * 0.5 + B[i + n - m];
  for (i = 0; i < 400; i++) if (A[i] != B[i]) return 0;
  return 1;
}
int main(void) { return !(right(200, 100) && right(199, 100) && right(150, 100) && right(400, 30)); }
)"),
            "");
}

TEST(ApiSteps, FusedTemporariesAreContracted) {
  Array T("T", Role::Temporary, ScalarType::float64, {64});
  Array A("A", Role::Input, ScalarType::float64, {64}),
      C("C", Role::Output, ScalarType::float64, {64});
  Schedule make = taken(Nest({64}, {"i"}).iterationLogic(T(i) = A(i) * 2).createSchedule());
  Schedule take = taken(Nest({64}, {"i"}).iterationLogic(C(i) = T(i) + 1).createSchedule());
  Plan apart = taken(taken(fuse({make, take}, 0)).createPlan());
  Schedule fused = taken(fuse({make, take}, 1, {"i", "f"}));
  Plan plan = taken(fused.createPlan());
  expectRefused(plan.contract(C, {"f"}), "after the nest");
  expectRefused(plan.contract(T, {"x"}), "no index");
  taken(plan.contract(T, {"f"}));
  EXPECT_NE(plan.script("f#1+f#2").find("contract: {array: T, index: f}"), std::string::npos);
  Schedule tiled = fused;
  Index ii = taken(tiled.split(i, 8));
  taken(tiled.reorder({i, {"f"}, ii}));
  Plan strips = taken(tiled.createPlan());
  taken(strips.contract(T, {"f"}));
  Schedule wrong = taken(fuse({make, take}, 0, {"f", "i", "j"}));
  Result<Done> across = taken(wrong.createPlan()).contract(T, i);
  ASSERT_FALSE(across);
  EXPECT_EQ(across.refusal().id, "illegal-schedule");
  Package package;
  Result<Done> added = package.add(plan, {A, C}, "elements");
  ASSERT_TRUE(added) << added.refusal().message;
  added = package.add(strips, {A, C}, "strips");
  ASSERT_TRUE(added) << added.refusal().message;
  EXPECT_EQ(run(package, R"(
int main(void) {
  double A[64], C[64], D[64];
  int i;
  for (i = 0; i < 64; i++) A[i] = i;
  elements(A, C);
  strips(A, D);
  for (i = 0; i < 64; i++) if (C[i] != 2*i + 1 || D[i] != C[i]) return 1;
  return 0;
}
)"),
            "");
}

TEST(ApiSteps, TemporariesWithoutDimensionsExpand) {
  Array t("t", Role::Temporary, ScalarType::float64, std::vector<Size>{});
  Array A("A", Role::Input, ScalarType::float64, {N}),
      C("C", Role::Output, ScalarType::float64, {N});
  Nest nest({N}, {"i"});
  nest.iterationLogic(t() = A(i) * 2).iterationLogic(C(i) = t() * t());
  Schedule s = taken(nest.createSchedule());
  Index ii = taken(s.split(i, 8));
  Plan plan = taken(s.createPlan());
  expectRefused(plan.expand(t, i), "no fixed number");
  expectRefused(plan.expand(C, ii), "no scalar");
  taken(plan.expand(t, ii));
  // Distributed within the strip it has its cells by itself.
  taken(s.reorder({i, {"f0"}, ii}));
  Package package;
  Result<Done> added = package.add(plan, {N, A, C}, "expanded");
  ASSERT_TRUE(added) << added.refusal().message;
  EXPECT_NE(package.source().find("t_tile[8]"), std::string::npos) << package.source();
  added = package.add(s, {N, A, C}, "distributed");
  ASSERT_TRUE(added) << added.refusal().message;
  EXPECT_EQ(run(package, R"(
int main(void) {
  double A[70], C[70], D[70];
  int i;
  for (i = 0; i < 70; i++) A[i] = i;
  expanded(70, A, C);
  distributed(70, A, D);
  for (i = 0; i < 70; i++) if (C[i] != 4.0*i*i || D[i] != C[i]) return 1;
  return 0;
}
)"),
            "");
}

TEST(ApiSteps, TheNestGivesAMissingSize) { // F78
  Array A("A", Role::InputOutput, ScalarType::float32, {10, kInfinite});
  EXPECT_FALSE(A.fault());
  EXPECT_EQ(A.shape(), (Names{"10", ""}));
  EXPECT_TRUE(Array("A", Role::Input, ScalarType::float32, {kInfinite, kInfinite}).fault());
  Package package;
  Nest fixed({10, 16}, {"i", "j"});
  fixed.iterationLogic(A(i, j) = A(i, j) * 2);
  Result<Done> added = package.add(taken(fixed.createSchedule()), {A}, "fixed_size");
  ASSERT_TRUE(added) << added.refusal().message;
  Nest atRunTime({10, N + 1}, {"i", "j"});
  atRunTime.iterationLogic(A(i, j) = A(i, j) * 2);
  added = package.add(taken(atRunTime.createSchedule()), {N, A}, "run_time");
  ASSERT_TRUE(added) << added.refusal().message;
  expectRefused(Nest({10, 16}, {"i", "j"}).iterationLogic(A(i, j + 1) = 1).createSchedule(),
                "no loop index");
  expectRefused(Nest({10, 16, 5}, {"i", "j", "k"})
                    .iterationLogic(A(i, j) = 1)
                    .iterationLogic(A(i, k) = 1)
                    .createSchedule(),
                "different lengths");
  EXPECT_EQ(run(package, R"(
int main(void) {
  static float A[170];
  int i;
  for (i = 0; i < 170; i++) A[i] = 1;
  fixed_size(A);
  run_time(15, A);
  for (i = 0; i < 170; i++) if (A[i] != (i < 160 ? 4 : 1)) return 1;
  return 0;
}
)"),
            "");
}
