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
  Schedule add =
      taken(Nest({16, 16}, {"i", "j"}).iterationLogic(C(i, j) += A(i, j)).createSchedule());
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
  Schedule matmul = taken(Nest({M, N, K}, {"i", "j", "k"})
                              .iterationLogic(C(i, j) += A(i, k) * B(k, j))
                              .createSchedule());
  Schedule relu = taken(Nest({M, N}, {"i", "j"})
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

TEST(ApiFuse, AFusedScheduleFusesAgain) { // F62, F63
  AddThenScale nests;
  Schedule minus =
      taken(Nest({16, 16}, {"i", "j"}).iterationLogic(nests.C(i, j) -= 1).createSchedule());
  Schedule pair = taken(fuse({nests.add, nests.scale}, std::nullopt, {"i", "j", "f"}));
  Schedule last = taken(fuse({pair, minus}, 2, {"i", "j", "g"}));
  Schedule first = taken(fuse({minus, pair}, 2, {"i", "j", "g"}));
  EXPECT_EQ(names(last.getIndices()), (Names{"i", "j", "g", "f"}));
  EXPECT_EQ(last.shape(), (Shape{16, 16, 2, 2}));
  EXPECT_EQ(names(last.getUnfusedIndices()), Names{"f"});
  EXPECT_TRUE(last.check());
  EXPECT_FALSE(last.reorder({i, j, {"f"}, {"g"}}));
  std::vector<Index> inner = taken(last.tile({{i, 4}, {j, 4}}));
  taken(last.reorder({i, j, inner[0], inner[1], {"g"}, {"f"}}));

  // Two pairs of tiled schedules: 7 dimensions each, 14 together.
  Schedule tiled = nests.add;
  inner = taken(tiled.tile({{i, 4}, {j, 2}}));
  taken(tiled.reorder({i, j, inner[0], inner[1]}));
  Schedule half = taken(fuse({tiled, tiled}, 2));
  EXPECT_EQ(half.getIndices().size(), 7u);
  Schedule four = taken(fuse({half, half}, 1));
  EXPECT_EQ(four.getIndices().size(), 14u);

  Package package;
  for (auto [schedule, name] : {std::pair(&last, "last"), {&first, "first"}}) {
    Result<Done> added = package.add(*schedule, {nests.A, nests.B, nests.C}, name);
    ASSERT_TRUE(added) << name << ": " << added.refusal().message;
  }
  Result<Done> added = package.add(four, {nests.A, nests.C}, "four");
  ASSERT_TRUE(added) << added.refusal().message;
  EXPECT_EQ(run(package, R"(
int main(void) {
  static float A[256], B[256], C[256], D[256], E[256];
  int i;
  for (i = 0; i < 256; i++) { A[i] = i; B[i] = i % 7; C[i] = D[i] = E[i] = i % 3; }
  last(A, B, C);
  first(A, B, D);
  four(A, E);
  for (i = 0; i < 256; i++) {
    if (C[i] != (i % 3 + i) * (float)(i % 7) - 1) return 1;
    if (D[i] != (i % 3 - 1 + i) * (float)(i % 7)) return 2;
    if (E[i] != i % 3 + 4 * i) return 3;
  }
  return 0;
}
)"),
            "");
}

TEST(ApiFuse, LinesOneAfterTheOther) { // F59
  Array A("A", Role::InputOutput, ScalarType::float32, {1037});
  auto line = [&](int64_t length, int64_t size) {
    Schedule s = taken(Nest({length}, {"i"}).iterationLogic(A(i) = 2 * A(i) + 1).createSchedule());
    taken(s.split(i, size));
    return s;
  };
  Schedule all = line(1037, 11);
  for (auto [length, size] : {std::pair(1035, 5), {1031, 13}, {1027, 7}})
    all = taken(fuse({all, line(length, size)}, 0));
  Package package;
  Result<Done> added = package.add(all, {A}, "lines");
  ASSERT_TRUE(added) << added.refusal().message;
  EXPECT_EQ(run(package, R"(
int main(void) {
  static float A[1037];
  int i;
  lines(A);
  for (i = 0; i < 1037; i++) if (A[i] != (i < 1027 ? 15 : i < 1031 ? 7 : i < 1035 ? 3 : 1)) return 1;
  return 0;
}
)"),
            "");
}

TEST(ApiFuse, SlicesTellWhatRuns) { // F74
  Dimension N{"N"};
  Array A("A", Role::Output, ScalarType::float32, {6, 8, 8});
  Array B("B", Role::Output, ScalarType::float32, {6, 8, 8});
  auto cube = [&](const Array &array) {
    return taken(
        Nest({6, 8, 8}, {"i", "j", "k"}).iterationLogic(array(i, j, k) = 1).createSchedule());
  };
  Schedule fused = taken(fuse({cube(A), cube(B)}, 2, {"i", "j", "f", "k0", "k1"}));
  std::vector<Index> inner = taken(fused.tile({{j, 4}, {{"k0"}, 4}}));
  taken(fused.reorder({j, i, {"f"}, {"k0"}, {"k1"}, inner[1], inner[0]}));
  for (unsigned part : {0u, 1u}) {
    auto slice = taken(fused.slice({{"i", 4}, {"j", 1}, {"jj", 2}, {"f", part}}));
    ASSERT_EQ(slice.size(), 8u);
    for (int64_t n = 0; n < 8; ++n) {
      EXPECT_EQ(slice[n].statement, part);
      EXPECT_EQ(slice[n].indices, (std::vector<int64_t>{4, 6, n}));
      EXPECT_EQ(slice[n].coordinates[1], 4);
    }
  }
  SpaceSize size = taken(fused.size());
  EXPECT_EQ(size.real, 2 * 6 * 8 * 8);
  EXPECT_EQ(size.slots, 2 * 6 * 2 * 4 * 2 * 4 * 8);
  expectRefused(fused.slice({{"x", 0}}), "no index 'x'");
  Array C("C", Role::Output, ScalarType::float32, {N});
  Schedule line = taken(Nest({N}, {"i"}).iterationLogic(C(i) = 1).createSchedule());
  taken(line.split(i, 4));
  EXPECT_FALSE(line.size());
  EXPECT_EQ(taken(line.size({{"N", 10}})).real, 10);
  EXPECT_FALSE(taken(line.size({{"N", 10}})).slots);
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
