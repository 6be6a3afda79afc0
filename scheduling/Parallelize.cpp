// Plan::parallelize.
#include "scheduling/Plan.h"

#include <algorithm>

namespace acc {
namespace {

/// The first array of thread-local data: another thread would have its own. Static variables of a
/// function may be thread-local.
const ScopArray *threadLocalArray(const Scop &scop) {
  for (const ScopArray &array : scop.arrays)
    if (array.base >= 0 && scop.nest.symbol(array.base).isStaticOrThreadLocal)
      return &array;
  return nullptr;
}

/// errno is each thread's own: what a call of another thread leaves in it is lost. Without threads
/// it is enough that this unit does not read it.
bool setsErrno(const Scop &scop) {
  return std::any_of(scop.assumptions.begin(), scop.assumptions.end(),
                     [](const Assumption &one) { return one.kind == AssumptionKind::Errno; });
}

/// Some statement has both indices.
bool meet(const Index &a, const Index &b) {
  for (size_t s = 0; s < a.has.size(); ++s)
    if (a.has[s] && b.has[s])
      return true;
  return false;
}

} // namespace

bool Plan::isParallel(const std::string &name) const {
  return std::any_of(parallel.begin(), parallel.end(), [&](const Parallel &one) {
    return std::find(one.indices.begin(), one.indices.end(), name) != one.indices.end();
  });
}

bool Plan::isSharedOut(const std::string &name) const {
  return std::any_of(parallel.begin(), parallel.end(),
                     [&](const Parallel &one) { return one.indices.front() == name; });
}

Outcome<Plan> Plan::parallelize(const std::vector<std::string> &names) const {
  if (names.empty())
    return invalid("parallelize: no index is named");
  for (size_t k = 0; k < names.size(); ++k) {
    const std::string &name = names[k];
    const Index *index = base.find(name);
    if (!index || index->kind == NestDimension::Kind::Fusing)
      return invalid("parallelize: there is no loop index '" + name + "'");
    if (unrolls.count(name) || vectors.count(name))
      return invalid("parallelize: '" + name + "' is " +
                     (unrolls.count(name) ? "unrolled" : "vectorized"));
    if (k > 0 && base.positionOf(name) != base.positionOf(names[k - 1]) + 1)
      return invalid("parallelize: '" + name + "' is not directly inside '" + names[k - 1] + "'");
    for (const Parallel &other : parallel)
      if (meet(*index, *base.find(other.indices.front())))
        return invalid("parallelize: '" + name + "' and '" + other.indices.front() +
                       "', which is already parallel, share statements");
    if (Outcome<Ok> free = checkCarriesNone(base, base.positionOf(name)); !free) {
      Rejection why = free.rejection();
      why.detail = "parallelize: '" + name + "' carries a dependence: " + why.detail;
      return why;
    }
  }
  if (const ScopArray *array = threadLocalArray(base.nest().source->scop))
    return invalid("parallelize: each thread may have its own copy of " + array->name);
  if (setsErrno(base.nest().source->scop))
    return invalid("parallelize: a call sets errno, which is per thread (compile with "
                   "-fno-math-errno to allow this)");
  Plan result = *this;
  result.parallel.push_back({names});
  return result;
}

} // namespace acc
