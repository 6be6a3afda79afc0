// Arrays of every role, type and layout of Accera's manual, chapter 1, in C that runs.
#include "ApiHarness.h"

#include <algorithm>

using namespace acc_delin;
using namespace acc_delin::test;

namespace {

const Dimension M{"M"}, N{"N"}, K{"K"};
const Index i{"i"}, j{"j"}, k{"k"};

/// An allocator that counts, and gives nothing where it is told so.
const char *const kAllocator = R"(
#include <stdlib.h>
static unsigned long asked, calls;
static int isOut;
void __accera_allocate(void **memory, unsigned long bytes) {
  asked = bytes;
  calls++;
  *memory = isOut ? 0 : malloc(bytes);
}
)";

Array matrix(const std::string &name, Role role, Size rows, Size columns) {
  return Array(name, role, ScalarType::float32, {rows, columns});
}

} // namespace

TEST(ApiArrays, TheRangeOfTheManual) {
  // N.value = floor((limit - start) / delta); A[i] = start; start += delta
  Scalar start("start", ScalarType::float32), limit("limit", ScalarType::float32),
      delta("delta", ScalarType::float32);
  OutputDimension size("N", cast(ScalarType::int64, floor((limit - start) / delta)));
  Array A("A", Role::Output, ScalarType::float32, {size});
  Array value("value", Role::Temporary, ScalarType::float32, {});
  Nest elements({size}, {"i"}), whole({1}, {"once"});
  elements.iterationLogic(A(i) = value()).iterationLogic(value() += delta);
  whole.iterationLogic(value() = start).iterationLogic(elements);
  Package package;
  Result<Done> added =
      package.add(taken(whole.createSchedule()), {start, limit, delta, size, A}, "range");
  ASSERT_TRUE(added) << added.refusal().message;
  EXPECT_NE(package.header("H").find(
                "int range(float start, float limit, float delta, long *N_out, float **A_out);"),
            std::string::npos);
  EXPECT_EQ(run(package, std::string(kAllocator) + R"(
int main(void) {
  long n = -1, i;
  float *a, x = 1;
  if (range(1, 5, 0.5, &n, &a) || n != 8 || asked != 8*sizeof(float)) return 1;
  for (i = 0; i < n; i++, x += 0.5f) if (a[i] != x) return 2;
  free(a);
  if (range(5, 1, 0.5, &n, &a) || n != -8 || a || calls != 1) return 3;
  isOut = 1;
  if (range(1, 5, 1, &n, &a) != 1 || n != 4 || a || calls != 2) return 4;
  return 0;
}
)"),
            "");
}

TEST(ApiArrays, OutputsOfComputedShapes) {
  // Rows of A and then of B, each element twice, column after column.
  OutputDimension rows("R", M + K), columns("S", 2 * N);
  Array A = matrix("A", Role::Input, M, N), B = matrix("B", Role::Input, K, N);
  Array C("C", Role::Output, ScalarType::float32, {rows, columns}, Layout::LastMajor);
  auto part = [&](const Array &from, Affine size, Affine offset) {
    Nest nest({size, N, 2}, {"i", "j", "k"});
    nest.iterationLogic(C(i + offset, 2 * j + k) = from(i, j));
    return taken(nest.createSchedule());
  };
  Schedule both = taken(fuse({part(A, M, 0), part(B, K, M)}, 0));
  Package package;
  expectRefused(package.add(both, {M, N, rows, columns, A, B, C}, "stack"), "'K' is missing");
  expectRefused(package.add(both, {M, N, K, columns, A, B, C}, "stack"), "'R' is missing");
  Result<Done> added = package.add(both, {M, N, K, rows, columns, A, B, C}, "stack");
  ASSERT_TRUE(added) << added.refusal().message;
  expectRefused(package.add(both, {M, N, K, rows, columns, A, B, C}, "stack_nest"), "already");
  EXPECT_EQ(run(package, std::string(kAllocator) + R"(
int main(void) {
  float A[2*5], B[3*5], *c;
  long r, s, i, j;
  for (i = 0; i < 10; i++) A[i] = i;
  for (i = 0; i < 15; i++) B[i] = 100 + i;
  if (stack(2, 5, 3, &r, &s, A, B, &c) || r != 5 || s != 10 || asked != 50*sizeof(float)) return 1;
  for (i = 0; i < r; i++)
    for (j = 0; j < s; j++)
      if (c[i + r*j] != (i < 2 ? A[i*5 + j/2] : B[(i - 2)*5 + j/2])) return 2;
  free(c);
  if (stack(2, 0, 3, &r, &s, A, B, &c) || r != 5 || s != 0 || c || calls != 1) return 3;
  if (stack(1L << 40, 1L << 40, 1, &r, &s, A, B, &c) != 1 || c || calls != 1) return 4;
  return 0;
}
)"),
            "");
}

TEST(ApiArrays, DimensionsOfDimensions) {
  OutputDimension area("area", Expression(M) * Expression(N)), more("more", Expression(area) + 1);
  Array A("A", Role::Output, ScalarType::int32, {more});
  Nest nest({more}, {"i"});
  nest.iterationLogic(A(i) = cast(ScalarType::int32, Expression(i)) * 3);
  Package package;
  Result<Done> added = package.add(taken(nest.createSchedule()), {A, more, area, N, M}, "count");
  ASSERT_TRUE(added) << added.refusal().message;
  EXPECT_EQ(run(package, std::string(kAllocator) + R"(
int main(void) {
  int *a;
  long more, area;
  if (count(&a, &more, &area, 3, 4) || area != 12 || more != 13 || a[12] != 36) return 1;
  free(a);
  return 0;
}
)"),
            "");
}

TEST(ApiArrays, DimensionsThatCannotBeComputed) {
  Array data("data", Role::Input, ScalarType::int32, {N});
  auto refused = [&](const std::vector<Argument> &arguments, const Array &A, const char *why) {
    Nest nest({Dimension{"S"}}, {"i"});
    nest.iterationLogic(A(i) = 1);
    Package package;
    expectRefused(package.add(taken(nest.createSchedule()), arguments, "f"), why);
  };
  Array A("A", Role::Output, ScalarType::int32, {Dimension{"S"}});
  refused({OutputDimension("S", data(0)), N, data, A}, A, "is computed from an array");
  refused({OutputDimension("S", Expression(Dimension{"T"})),
           OutputDimension("T", Expression(Dimension{"S"})), A},
          A, "from each other");
  refused({OutputDimension("S", Expression(N)), A}, A, "'N' is missing");
  Array open("A", Role::Output, ScalarType::int32, {kInfinite, Dimension{"S"}});
  Nest nest({3, Dimension{"S"}}, {"i", "j"});
  nest.iterationLogic(open(i, j) = 1);
  Package package;
  expectRefused(package.add(taken(nest.createSchedule()), {OutputDimension("S", 4), open}, "f"),
                "needs all of its sizes");
  Array below("A", Role::Output, ScalarType::int32, {Dimension{"S"}}, {-1},
              Affine(Dimension{"S"}) - 1);
  refused({OutputDimension("S", 4), below}, below, "below its first element");
}

TEST(ApiArrays, OutputsAreAssignedBeforeTheyAreRead) {
  Array A = matrix("A", Role::Input, M, K), B = matrix("B", Role::Input, K, N),
        C = matrix("C", Role::Output, M, N);
  Nest product({M, N, K}, {"i", "j", "k"});
  product.iterationLogic(C(i, j) += A(i, k) * B(k, j));
  Package package;
  const std::vector<Argument> arguments = {M, N, K, A, B, C};
  expectRefused(package.add(taken(product.createSchedule()), arguments, "f"),
                "array C is an output");
  auto withFirst = [&](const Nest &first, const std::string &name) {
    return package.add(
        taken(fuse({taken(first.createSchedule()), taken(product.createSchedule())}, 0)), arguments,
        name);
  };
  auto assigned = [&](const std::vector<Loop> &loops, const Element &element) {
    Nest nest(loops);
    nest.iterationLogic(element = 0);
    return nest;
  };
  EXPECT_TRUE(withFirst(assigned({{i, 0, M}, {j, 0, N}}, C(i, j)), "whole"));
  expectRefused(withFirst(assigned({{i, 0, M}, {j, 1, N}}, C(i, j)), "part"),
                "statement 1 may read an element");
  expectRefused(withFirst(assigned({{i, 0, M}, {j, 0, N, 2}}, C(i, j)), "half"),
                "array C is an output");
  expectRefused(withFirst(assigned({{i, 0, N}, {j, 0, N}}, C(i, j)), "other"),
                "array C is an output");
  // Assigned in the first iteration of k, and in a second nest only.
  Nest late({M, N}, {"i", "j"});
  late.iterationLogic(C(i, j) = 0);
  expectRefused(
      package.add(taken(fuse({taken(product.createSchedule()), taken(late.createSchedule())}, 0)),
                  arguments, "late"),
      "array C is an output");
  Nest sums({M, N}, {"i", "j"}), rows({K}, {"k"});
  rows.iterationLogic(C(i, j) += A(i, k) * B(k, j));
  sums.iterationLogic(C(i, j) = 0.0f).iterationLogic(rows);
  Result<Done> added = package.add(taken(sums.createSchedule()), arguments, "sums");
  ASSERT_TRUE(added) << added.refusal().message;
  EXPECT_EQ(run(package, checkOfProduct("float") +
                             "int main(void) { return right(whole) || right(sums); }\n"),
            "");
}

TEST(ApiArrays, TemporariesOfRunTimeSizes) {
  // The sums of rows, begun at zero, then each element's part of them.
  Array A = matrix("A", Role::Input, M, N), C = matrix("C", Role::Output, M, N);
  Array sums("sums", Role::Temporary, ScalarType::float64, {M});
  Nest first({M, N}, {"i", "j"}), second({M, N}, {"i", "j"});
  first.iterationLogic(sums(i) += A(i, j));
  second.iterationLogic(C(i, j) = A(i, j) / sums(i));
  Schedule schedule = taken(
      fuse({taken(first.createSchedule()), taken(second.createSchedule())}, 1, {"i", "f", "j"}));
  taken(schedule.split(Index{"j"}, 8));
  expectRefused(taken(schedule.createPlan()).contract(sums, Index{"i"}),
                "a fixed number of its elements");
  Package package;
  expectRefused(package.add(schedule, {N, A, C}, "parts"), "'M' is missing");
  expectRefused(package.add(schedule, {M, N, A, C, sums}, "parts"), "cannot be an argument");
  Result<Done> added = package.add(schedule, {M, N, A, C}, "parts");
  ASSERT_TRUE(added) << added.refusal().message;
  EXPECT_NE(package.header("H").find("int parts(long M, long N, const float *A, float *C);"),
            std::string::npos);
  EXPECT_TRUE(Array("T", Role::Temporary, ScalarType::float32, {N, kInfinite}).fault());
  EXPECT_EQ(run(package, R"(
int main(void) {
  static float A[20*30], C[20*30];
  long m, n, i, j;
  for (m = 0; m <= 20; m += 5)
    for (n = 0; n <= 30; n += 6) {
      for (i = 0; i < 600; i++) { A[i] = 1 + i % 7; C[i] = -1; }
      if (parts(m, n, A, C)) return 1;
      for (i = 0; i < m; i++) {
        double sum = 0;
        for (j = 0; j < n; j++) sum += A[i*n + j];
        for (j = 0; j < n; j++) if (C[i*n + j] != (float)(A[i*n + j] / sum)) return 2;
      }
      for (i = m*n; i < 600; i++) if (C[i] != -1) return 3;
    }
  return parts(1L << 61, 1, A, C) == 1 ? 0 : 4;
}
)"),
            "");
}

TEST(ApiArrays, WithoutDimensions) {
  // A number that is added to, one that is given back, and the greatest element.
  Array X("X", Role::Input, ScalarType::float64, {N}),
      weight("weight", Role::Input, ScalarType::float64, {});
  Array sum("sum", Role::InputOutput, ScalarType::float64, {}),
      top("top", Role::Output, ScalarType::float64, {});
  EXPECT_EQ(sum.rank(), 0u);
  EXPECT_TRUE(sum.shape().empty());
  Nest walk({N}, {"i"}), nest({1}, {"once"});
  walk.iterationLogic(sum() += X(i) * weight()).iterationLogic(top() = max(top(), X(i)));
  Package package;
  expectRefused(package.add(taken(walk.createSchedule()), {N, X, weight, sum, top}, "f"),
                "array top is an output");
  nest.iterationLogic(top() = -1e300).iterationLogic(walk);
  expectRefused(Nest({N}, {"i"}).iterationLogic(sum(i) = 1).createSchedule(),
                "0 dimensions, not 1");
  expectRefused(Nest({N}, {"i"}).iterationLogic(weight() = 1).createSchedule(),
                "its role is read-only");
  Result<Done> added =
      package.add(taken(nest.createSchedule()), {N, X, weight, sum, top}, "measure");
  ASSERT_TRUE(added) << added.refusal().message;
  EXPECT_EQ(run(package, R"(
int main(void) {
  double X[50], weight = 0.5, sum = 3, top = 7, expected = 3;
  int i;
  for (i = 0; i < 50; i++) { X[i] = (i * 17) % 50 - 60; expected += X[i] * 0.5; }
  measure(50, X, &weight, &sum, &top);
  return sum != expected || top != -11;
}
)"),
            "");
}

TEST(ApiArrays, TruthValues) {
  Array A("A", Role::Input, ScalarType::int32, {N}),
      mask("mask", Role::Output, ScalarType::boolean, {N});
  Array count("count", Role::InputOutput, ScalarType::int64, {});
  Array odd("odd", std::vector<int64_t>{2}, std::vector<bool>{false, true});
  Scalar wanted("wanted", ScalarType::boolean);
  Nest nest({N}, {"i"});
  nest.iterationLogic(mask(i) = logicalAnd(A(i) % 2 == 1, logicalNot(wanted == odd(0))))
      .iterationLogic(count() += mask(i) * odd(1));
  Package package;
  Result<Done> added =
      package.add(taken(nest.createSchedule()), {N, A, wanted, mask, count}, "select_odd");
  ASSERT_TRUE(added) << added.refusal().message;
  EXPECT_NE(package.header("H").find("#include <stdbool.h>"), std::string::npos);
  EXPECT_TRUE(Array("A", ScalarType::boolean, {1}, {2}).fault());
  EXPECT_EQ(run(package, R"(
int main(void) {
  int A[40], i;
  _Bool mask[40];
  long count = 5;
  for (i = 0; i < 40; i++) A[i] = i;
  select_odd(40, A, 1, mask, &count);
  for (i = 0; i < 40; i++) if (mask[i] != i % 2) return 1;
  return count != 25;
}
)",
                "-std=gnu89"),
            "");
}

TEST(ApiArrays, HalfPrecision) {
  Array A("A", Role::Input, ScalarType::float16, {M, K}),
      B("B", Role::Input, ScalarType::float16, {K, N});
  Array C("C", Role::InputOutput, ScalarType::float16, {M, N});
  Array steps("steps", ScalarType::float16, {2}, {0.5, 0.1});
  Nest nest({M, N, K}, {"i", "j", "k"});
  nest.iterationLogic(C(i, j) += A(i, k) * B(k, j) * steps(1));
  Schedule schedule = taken(nest.createSchedule());
  std::vector<Index> inner = taken(schedule.tile({{i, 4}, {j, 8}}));
  taken(schedule.reorder({i, j, k, inner[0], inner[1]}));
  Plan plan = taken(schedule.createPlan());
  taken(plan.cache(C, k));
  Package package;
  Result<Done> added = package.add(plan, {M, N, K, A, B, C}, "product");
  ASSERT_TRUE(added) << added.refusal().message;
  EXPECT_TRUE(Array("A", ScalarType::float16, {1}, {65520}).fault());
  EXPECT_FALSE(Array("A", ScalarType::float16, {1}, {65519}).fault());
  EXPECT_EQ(run(package, R"(
int main(void) {
  static _Float16 A[21*30], B[30*37], C[21*37], D[21*37];
  int i, j, k;
  for (i = 0; i < 630; i++) A[i] = i % 11 * 0.3f - 1;
  for (i = 0; i < 1110; i++) B[i] = i % 13 * 0.7f - 4;
  for (i = 0; i < 777; i++) C[i] = D[i] = i % 3;
  product(21, 37, 30, A, B, C);
  for (i = 0; i < 21; i++)
    for (j = 0; j < 37; j++)
      for (k = 0; k < 30; k++) D[i*37 + j] += A[i*30 + k] * B[k*37 + j] * (_Float16)0.1;
  for (i = 0; i < 777; i++) if (C[i] != D[i]) return 1;
  return 0;
}
)",
                "-std=c99"),
            "");
}

TEST(ApiArrays, ConstantsOfEveryType) {
  const std::vector<int64_t> wide = {INT64_MIN, INT64_MAX, (int64_t(1) << 53) + 1};
  Array longs("longs", {3}, wide), bytes("bytes", {2}, std::vector<int8_t>{-128, 127});
  Array unsigneds("unsigneds", {2}, std::vector<uint64_t>{UINT64_MAX, 3});
  Array singles("singles", {2}, std::vector<float>{0.1f, 3});
  EXPECT_EQ(longs.type(), ScalarType::int64);
  EXPECT_EQ(bytes.type(), ScalarType::int8);
  EXPECT_EQ(singles.type(), ScalarType::float32);
  for (const Array &none :
       {Array("A", ScalarType::int8, {1}, {128}), Array("A", ScalarType::uint8, {1}, {-1}),
        Array("A", ScalarType::uint32, {1}, {4294967296.0}),
        Array("A", ScalarType::float32, {1}, {1e39})})
    EXPECT_TRUE(none.fault());
  Scalar third("third", ScalarType::float32, 1.0 / 3), least("least", ScalarType::int64, INT64_MIN),
      most("most", ScalarType::uint64, UINT64_MAX), byte("byte", ScalarType::int8, -3);
  EXPECT_TRUE(third.isConstant());
  Array L("L", Role::Output, ScalarType::int64, {3}), U("U", Role::Output, ScalarType::uint64, {3}),
      F("F", Role::Output, ScalarType::float64, {3});
  Nest nest({3}, {"i"});
  nest.iterationLogic(
          L(i) = Expression::select(Expression(i) == 0, longs(i), longs(i) + byte - least % 2))
      .iterationLogic(U(i) = unsigneds(0) - most + longs(2))
      .iterationLogic(F(i) = third * singles(0) + bytes(0));
  Package package;
  expectRefused(package.add(taken(nest.createSchedule()), {L, U, F, third}, "f"),
                "is a constant and cannot be an argument");
  Result<Done> added = package.add(taken(nest.createSchedule()), {L, U, F}, "constants");
  ASSERT_TRUE(added) << added.refusal().message;
  Array B("B", Role::Output, ScalarType::int8, {3});
  expectRefused(Nest({3}, {"i"})
                    .iterationLogic(B(i) = Scalar("large", ScalarType::int8, 300))
                    .createSchedule(),
                "cannot hold its value");
  EXPECT_EQ(run(package, R"(
#include <limits.h>
int main(void) {
  long L[3];
  unsigned long U[3];
  double F[3];
  constants(L, U, F);
  if (L[0] != LONG_MIN || L[1] != LONG_MAX - 3 || L[2] != (1L << 53) - 2) return 1;
  if (U[1] != (1UL << 53) + 1) return 2;
  return F[2] != (float)(1.0 / 3) * 0.1f + -128;
}
)"),
            "");
}

TEST(ApiArrays, DimensionsInAnotherOrder) { // F85
  Array channels("A", Role::InputOutput, ScalarType::float32, {3, 7, 5});
  Array image = channels.permuteDimensions({1, 2, 0});
  EXPECT_EQ(image.shape(), (Names{"7", "5", "3"}));
  EXPECT_EQ(image.affineMap(), (Names{"5", "1", "35"}));
  Array part = image.subArray({1, 2, 0}, {4, 3, 3});
  EXPECT_EQ(part.affineMap(), image.affineMap());
  EXPECT_TRUE(channels.permuteDimensions({0, 0, 1}).fault());
  EXPECT_TRUE(channels.permuteDimensions({1, 0}).fault());
  Nest nest({4, 3, 3}, {"i", "j", "k"});
  nest.iterationLogic(part(i, j, k) += cast(ScalarType::float32, 100 * i + 10 * j + k));
  Package package;
  taken(package.add(taken(nest.createSchedule()), {channels}, "count"));
  EXPECT_EQ(run(package, R"(
int main(void) {
  static float A[3][7][5];
  int x, y, c;
  count(&A[0][0][0]);
  for (y = 0; y < 7; y++)
    for (x = 0; x < 5; x++)
      for (c = 0; c < 3; c++)
        if (A[c][y][x] != (y >= 1 && y < 5 && x >= 2 ? 100*(y - 1) + 10*(x - 2) + c : 0)) return 1;
  return 0;
}
)"),
            "");
}

TEST(ApiArrays,
     AScalarThatSumsUpEachRow) { // F64, F65: three nests of the manual's tests, fused at i
  Array A = matrix("A", Role::Input, M, N), B("B", Role::InputOutput, ScalarType::float32, {M});
  Array sum("sum", Role::Temporary, ScalarType::float32, {});
  Nest row({N}, {"j"}), rows({M}, {"i"});
  row.iterationLogic(sum() += A(i, j));
  rows.iterationLogic(sum() = 0.0f)
      .iterationLogic(B(i) *= 2.1f)
      .iterationLogic(row)
      .iterationLogic(B(i) += sum() * 1.2f);
  Package package;
  auto add = [&](const Schedule &schedule, const std::string &name) {
    Result<Done> added = package.add(schedule, {M, N, A, B}, name);
    EXPECT_TRUE(added) << name << ": " << added.refusal().message;
  };
  add(taken(rows.createSchedule()), "in_order");
  Schedule blocked = taken(rows.createSchedule());
  taken(blocked.split(i, 4));
  add(blocked, "blocked");
  // Several rows at once have a sum each.
  Schedule jammed = taken(rows.createSchedule());
  Index ii = taken(jammed.split(i, 4));
  std::vector<Index> order = jammed.getIndices();
  std::rotate(order.begin() + 1, order.begin() + 2, order.end());
  taken(jammed.reorder(order));
  Result<Plan> plan = jammed.createPlan();
  if (plan) {
    taken(plan->expand(sum, ii));
    Result<Done> added = package.add(*plan, {M, N, A, B}, "jammed");
    EXPECT_TRUE(added) << added.refusal().message;
  } else {
    ADD_FAILURE() << plan.refusal().message;
  }
  // One after the other, the nests mean another thing: fused, the sum of all rows would be that of
  // one.
  Array cell("cell", Role::Temporary, ScalarType::float32, {1});
  auto single = [&](const std::vector<Affine> &shape, const Statement &statement) {
    return taken(Nest(shape, {"i", "j"}).iterationLogic(statement).createSchedule());
  };
  Schedule fused = taken(fuse({single({M}, cell(0) = 0.0f), single({M, N}, cell(0) += A(i, j)),
                               single({M}, B(i) += cell(0) * 1.2f)},
                              1));
  expectRefused(fused.check(), "must run before");
  // Inner and outer loops have names of their own.
  expectRefused(Nest({M}, {"j"}).iterationLogic(row).createSchedule(),
                "'j' is the name of an index and of an index");
  EXPECT_EQ(run(package, R"(
static int right(void f(long, long, const float *, float *)) {
  static float A[11*13], B[11];
  int i, j;
  for (i = 0; i < 143; i++) A[i] = i % 7 * 0.3f;
  for (i = 0; i < 11; i++) B[i] = i * 0.7f;
  f(11, 13, A, B);
  for (i = 0; i < 11; i++) {
    float sum = 0, b = i * 0.7f;
    b *= 2.1f;
    for (j = 0; j < 13; j++) sum += A[i*13 + j];
    b += sum * 1.2f;
    if (B[i] != b) return 1;
  }
  return 0;
}
int main(void) { return right(in_order) || right(blocked) || right(jammed); }
)"),
            "");
}

TEST(ApiArrays,
     AScalarThatGoesOnOverTheRows) { // for i { s = ...; for j { for k s += ...; B[i][j] *= s; } }
  Array A("A", Role::Input, ScalarType::float32, {4, 8, 12}),
      B("B", Role::InputOutput, ScalarType::float32, {4, 8});
  Array sum("sum", Role::Temporary, ScalarType::float32, {});
  Nest inner({12}, {"k"}), middle({8}, {"j"}), outer({4}, {"i"});
  inner.iterationLogic(sum() += A(i, j, k) * 0.2f);
  middle.iterationLogic(inner).iterationLogic(B(i, j) *= sum());
  outer.iterationLogic(sum() = B(i, 0) * A(i, 0, 0)).iterationLogic(middle);
  Package package;
  Result<Done> added = package.add(taken(outer.createSchedule()), {A, B}, "go_on");
  ASSERT_TRUE(added) << added.refusal().message;
  EXPECT_EQ(run(package, R"(
int main(void) {
  static float A[4][8][12], B[4][8], C[4][8];
  int i, j, k;
  for (i = 0; i < 384; i++) (&A[0][0][0])[i] = i % 5 * 0.1f;
  for (i = 0; i < 32; i++) (&B[0][0])[i] = (&C[0][0])[i] = 1 + i % 3;
  go_on(&A[0][0][0], &B[0][0]);
  for (i = 0; i < 4; i++) {
    float sum = C[i][0] * A[i][0][0];
    for (j = 0; j < 8; j++) {
      for (k = 0; k < 12; k++) sum += A[i][j][k] * 0.2f;
      C[i][j] *= sum;
      if (B[i][j] != C[i][j]) return 1;
    }
  }
  return 0;
}
)"),
            "");
}
