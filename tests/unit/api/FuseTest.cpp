#include "tests/unit/api/ApiHarness.h"

using namespace acc_delin;
using namespace acc_delin::test;

namespace {

const Dimension M{"M"}, N{"N"}, K{"K"};
const Index i{"i"}, j{"j"}, k{"k"};

struct AddThenScale {
  Array A{"A", Role::Input, ScalarType::float32, {16, 16}};
  Array B{"B", Role::Input, ScalarType::float32, {16, 16}};
  Array C{"C", Role::InputOutput, ScalarType::float32, {16, 16}};
  Schedule add = taken(Nest({16, 16}, {"i", "j"}).iterationLogic(C(i, j) += A(i, j)).createSchedule());
  Schedule scale =
      taken(Nest({16, 16}, {"i", "j"}).iterationLogic(C(i, j) *= B(i, j)).createSchedule());
};

} // namespace

TEST(ApiFuse, Full) {
  AddThenScale nests;
  Schedule fused = taken(fuse({nests.add, nests.scale}, std::nullopt, {"i", "j", "f"}));
  EXPECT_EQ(names(fused.getIndices()), (Names{"i", "j", "f"}));
  EXPECT_EQ(fused.shape(), (Shape{16, 16, 2}));
  EXPECT_EQ(names(fused.getFusedIndices()), (Names{"i", "j"}));
  EXPECT_EQ(fused.getFusingIndex()->name, "f");
  EXPECT_TRUE(fused.getUnfusedIndices().empty());
  EXPECT_EQ(names(nests.add.getIndices()), (Names{"i", "j"})); // the parts stay
  std::vector<Index> inner = taken(fused.tile({{i, 4}, {j, 4}}));
  taken(fused.reorder({i, j, {"f"}, inner[0], inner[1]}));

  Package package;
  Result<Done> added = package.add(fused, {nests.A, nests.B, nests.C}, "both");
  ASSERT_TRUE(added) << added.refusal().message;
  EXPECT_EQ(run(package, R"(
int main(void) {
  static float A[256], B[256], C[256];
  int i;
  for (i = 0; i < 256; i++) { A[i] = i; B[i] = i % 7; C[i] = i % 3; }
  both(A, B, C);
  for (i = 0; i < 256; i++) if (C[i] != (i % 3 + i) * (float)(i % 7)) return 1;
  return 0;
}
)"),
            "");
}

TEST(ApiFuse, PartialWithTheFusingIndexInItsPlace) {
  Array A("A", Role::Input, ScalarType::float32, {M, K});
  Array B("B", Role::Input, ScalarType::float32, {K, N});
  Array C("C", Role::InputOutput, ScalarType::float32, {M, N});
  Schedule matmul = taken(
      Nest({M, N, K}, {"i", "j", "k"}).iterationLogic(C(i, j) += A(i, k) * B(k, j)).createSchedule());
  Schedule relu = taken(
      Nest({M, N}, {"i", "j"})
          .iterationLogic(C(i, j) = Expression::select(C(i, j) < 0, 0, C(i, j)))
          .createSchedule());
  Schedule fused = taken(fuse({matmul, relu}, 2, {"i", "j", "f", "k"}));
  EXPECT_EQ(names(fused.getIndices()), (Names{"i", "j", "f", "k"}));
  EXPECT_EQ(names(fused.getUnfusedIndices()), (Names{"k"}));
  EXPECT_FALSE(fused.reorder({i, j, k, {"f"}}));
  EXPECT_EQ(names(fused.getIndices()), (Names{"i", "j", "f", "k"}));
  EXPECT_TRUE(fused.check());

  expectRefused(fuse({matmul, relu}, 3), "partial must be");
  expectRefused(fuse({matmul}, 2), "two schedules");
  expectRefused(fuse({fused, relu}, 2), "not supported yet");

  Package package;
  Result<Done> added = package.add(fused, {M, N, K, A, B, C}, "layer");
  ASSERT_TRUE(added) << added.refusal().message;
  EXPECT_EQ(run(package, R"(
int main(void) {
  static float A[20*30], B[30*40], C[20*40], D[20*40];
  int i, j, k;
  for (i = 0; i < 600; i++) A[i] = i % 11 - 5;
  for (i = 0; i < 1200; i++) B[i] = i % 13 - 6;
  layer(20, 40, 30, A, B, C);
  for (i = 0; i < 20; i++)
    for (j = 0; j < 40; j++) {
      for (k = 0; k < 30; k++) D[i*40 + j] += A[i*30 + k] * B[k*40 + j];
      if (C[i*40 + j] != (D[i*40 + j] < 0 ? 0 : D[i*40 + j])) return 1;
    }
  return 0;
}
)"),
            "");
}

TEST(ApiFuse, UnsafeFusingIsRefusedWithItsWitness) {
  AddThenScale nests;
  taken(nests.scale.reorder({j, i})); // pairs i of the one with j of the other
  Schedule fused = taken(fuse({nests.add, nests.scale}));
  Result<Done> verdict = fused.check();
  ASSERT_FALSE(verdict);
  EXPECT_EQ(verdict.refusal().id, "illegal-schedule");
  EXPECT_NE(verdict.refusal().message.find("both touch C["), std::string::npos);
  EXPECT_FALSE(fused.createPlan());
}

TEST(ApiSchedule, SkewAndPad) {
  Array A("A", Role::Input, ScalarType::float32, {10});
  Array B("B", Role::Input, ScalarType::float32, {3});
  Array C("C", Role::InputOutput, ScalarType::float32, {8});
  Nest conv({8, 3}, {"i", "j"});
  conv.iterationLogic(C(i) += A(i + j) * B(j));
  Package package;
  const char *variants[] = {"skew_i", "skew_j", "padded", "peeled", "jammed"};
  for (int v = 0; v < 5; ++v) {
    Schedule s = taken(conv.createSchedule());
    if (v == 0) {
      taken(s.skew(i, j, 1, 3));
      EXPECT_EQ(s.shape(), (Shape{10, 3}));
    } else if (v == 1) {
      taken(s.skew(j, i));
      EXPECT_EQ(s.shape(), (Shape{8, 10}));
    } else if (v == 2) {
      Index ii = taken(s.split(i, 3));
      taken(s.pad(ii, 2));
      EXPECT_EQ(s.shape(), (Shape{3, 5, 3}));
    } else if (v == 3) {
      taken(s.peel(i, 1, 2));
    } else {
      taken(s.unrollAndJam(i, 4));
    }
    Result<Done> added = package.add(s, {A, B, C}, variants[v]);
    ASSERT_TRUE(added) << variants[v] << ": " << added.refusal().message;
  }
  expectRefused(taken(conv.createSchedule()).skew(i, i), "skew");
  expectRefused(taken(conv.createSchedule()).pad(i, -1), "pad");
  EXPECT_EQ(run(package, R"(
static int right(void f(const float *, const float *, float *)) {
  float A[10], B[3], C[8], D[8];
  int i, j;
  for (i = 0; i < 10; i++) A[i] = i * i;
  for (i = 0; i < 3; i++) B[i] = i + 1;
  for (i = 0; i < 8; i++) C[i] = D[i] = i;
  f(A, B, C);
  for (i = 0; i < 8; i++) {
    for (j = 0; j < 3; j++) D[i] += A[i + j] * B[j];
    if (C[i] != D[i]) return 0;
  }
  return 1;
}
int main(void) {
  return !(right(skew_i) && right(skew_j) && right(padded) && right(peeled) && right(jammed));
}
)"),
            "");
}
