// A matrix product built by hand: tiles of C stay in registers over a block of the
// sum. Prints its C.
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
  Dimension M{"M"}, N{"N"}, K{"K"};
  Array A("A", Role::Input, ScalarType::float32, {M, K});
  Array B("B", Role::Input, ScalarType::float32, {K, N});
  Array C("C", Role::InputOutput, ScalarType::float32, {M, N});

  Nest nest({M, N, K}, {"i", "j", "k"});
  Index i = nest.getIndices()[0], j = nest.getIndices()[1], k = nest.getIndices()[2];
  nest.iterationLogic(C(i, j) += A(i, k) * B(k, j));

  Schedule schedule = taken(nest.createSchedule());
  Index kk = taken(schedule.split(k, 256));
  std::vector<Index> inner = taken(schedule.tile({{i, 6}, {j, 32}}));
  Index ii = inner[0], jj = inner[1];
  taken(schedule.reorder({k, j, i, kk, ii, jj}));

  Plan plan = taken(schedule.createPlan(taken(Target::named("avx2"))));
  taken(plan.promote(C, kk));
  taken(plan.kernelize({ii}, {jj}));

  Package package;
  taken(package.add(plan, {M, N, K, A, B, C}, "matmul"));
  std::puts(package.source().c_str());
}
