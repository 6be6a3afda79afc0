// The matrix product of Accera's manual, from its nest to C, step by step: what the manual writes
// in Python stands above what is written here. Prints the C of a package of two functions, then a
// ReLU behind the product.
#include <acc-delin/Accera.h>

#include <cstdio>
#include <cstdlib>

using namespace acc_delin;

namespace {

template <typename T> T taken(Result<T> result) {
  if (result)
    return *result;
  std::fprintf(stderr, "%s: %s\n", result.refusal().id.c_str(), result.refusal().message.c_str());
  std::exit(1);
}

} // namespace

int main() {
  // A = acc.Array(role=acc.Role.INPUT, element_type=acc.ScalarType.float32, shape=(M, K)) ...
  // Sizes may be numbers, or dimensions: arguments of the function, known when it runs.
  Dimension M{"M"}, N{"N"}, K{"K"};
  Array A("A", Role::Input, ScalarType::float32, {M, K});
  Array B("B", Role::Input, ScalarType::float32, {K, N});
  Array C("C", Role::InputOutput, ScalarType::float32, {M, N});

  // nest = acc.Nest(shape=(M, N, K)); i, j, k = nest.get_indices()
  // @nest.iteration_logic
  // def _(): C[i, j] += A[i, k] * B[k, j]
  Nest nest({M, N, K}, {"i", "j", "k"});
  Index i = nest.getIndices()[0], j = nest.getIndices()[1], k = nest.getIndices()[2];
  nest.iterationLogic(C(i, j) += A(i, k) * B(k, j));

  // schedule = nest.create_schedule()
  // ii, jj, kk = schedule.tile({i: 6, j: 32, k: 128}); schedule.reorder(j, k, i, kk, ii, jj)
  // Sizes need not divide the shape. An order that the sums forbid would be refused here or by
  // createPlan.
  Schedule schedule = taken(nest.createSchedule());
  std::vector<Index> inner = taken(schedule.tile({{i, 6}, {j, 32}, {k, 128}}));
  Index ii = inner[0], jj = inner[1], kk = inner[2];
  taken(schedule.reorder({j, k, i, kk, ii, jj}));

  // plan = schedule.create_plan(target); plan.cache(C, index=kk)
  // plan.kernelize(unroll_indices=[ii], vectorization_indices=[jj])
  // The block of C that stays the same over kk lives in registers: filled before kk, written back
  // behind it.
  Plan plan = taken(schedule.createPlan(taken(Target::named("avx2"))));
  taken(plan.cache(C, kk));
  taken(plan.kernelize({ii}, {jj}));

  // plan.parallelize(indices=j)
  // Threads share out j where the package's C is compiled with OpenMP.
  taken(plan.parallelize({j}));

  // The ReLU that the manual's quickstart puts behind the product: C[i, j] = acc.max(C[i, j], 0.0)
  Nest relu({M, N}, {"i", "j"});
  relu.iterationLogic(C(i, j) = max(C(i, j), 0.0f));

  // package = acc.Package(); package.add(plan, args=(A, B, C), base_name="gemm");
  // package.build(...) What is added is read back and proved to do the same as the nest in its
  // default order, which stands in the else.
  Package package;
  taken(package.add(plan, {M, N, K, A, B, C}, "gemm"));
  taken(package.add(taken(relu.createSchedule()), {M, N, C}, "relu"));
  std::puts(package.source().c_str());
}
