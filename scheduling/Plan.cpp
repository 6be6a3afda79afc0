#include "scheduling/Plan.h"

#include "analysis/model/LiveArrays.h"
#include "scheduling/NarrowedCells.h"

#include <algorithm>

namespace acc {

Plan::Plan(Schedule schedule, Target target)
    : base(std::move(schedule)), machine(std::move(target)) {
  for (const Index &index : base.order())
    if (index.size && *index.size < index.unrollBelow && index.kind == NestDimension::Kind::Loop)
      unrolls.insert(index.name);
}

Rejection Plan::invalid(const std::string &why) const {
  return {RejectionKind::InvalidSchedule, placeOf(base.nest()), why};
}

Outcome<Plan> Plan::unroll(const std::string &name) const {
  const Index *index = base.find(name);
  if (!index || index->kind == NestDimension::Kind::Fusing)
    return invalid("unroll: there is no loop index '" + name + "'");
  if (!index->size)
    return invalid("unroll: '" + name + "' has no fixed number of iterations");
  if (vectors.count(name))
    return invalid("unroll: '" + name + "' is vectorized");
  if (isParallel(name))
    return invalid("unroll: '" + name + "' is parallel");
  Plan result = *this;
  result.unrolls.insert(name);
  return result;
}

Outcome<Plan> Plan::vectorize(const std::string &name) const {
  const Index *index = base.find(name);
  if (!index || index->kind == NestDimension::Kind::Fusing)
    return invalid("vectorize: there is no loop index '" + name + "'");
  if (unrolls.count(name))
    return invalid("vectorize: '" + name + "' is unrolled");
  if (isParallel(name))
    return invalid("vectorize: '" + name + "' is parallel");
  if (machine.vectorBytes == 0)
    return invalid("vectorize: the target " + machine.name + " has no vectors");
  Outcome<std::vector<bool>> free = carryingNone(base, base.positionOf(name));
  if (!free) {
    Rejection why = free.rejection();
    why.detail = "vectorize: '" + name + "' carries a dependence: " + why.detail;
    return why;
  }
  Plan result = *this;
  result.vectors.insert(name);
  result.vectorStatements[name] = *free;
  return result;
}

bool Plan::vectorizes(const std::string &index, int statement) const {
  auto found = vectorStatements.find(index);
  return found != vectorStatements.end() && found->second[statement];
}

Outcome<Plan> Plan::kernelize(const std::vector<std::string> &unrolled,
                              const std::vector<std::string> &vectorized) const {
  Outcome<Plan> result = *this;
  for (const std::string &name : unrolled)
    if (result)
      result = result->unroll(name);
  for (const std::string &name : vectorized)
    if (result)
      result = result->vectorize(name);
  return result;
}

Rejection Plan::notSupported(const std::string &operation) const {
  return {RejectionKind::Emission, placeOf(base.nest()),
          "'" + operation + "' is not supported yet"};
}

Outcome<Plan> Plan::promote(const std::string &array, const std::string &index,
                            Promotion::Layout layout) const {
  for (const Promotion &promotion : promoted)
    if (promotion.array == array)
      return invalid("promote: " + array + " is already promoted");
  Outcome<PromotedTile> tile = promotedTile(base, array, index);
  if (!tile)
    return tile.rejection();
  if (auto narrowed = narrowedIn(base.nest().source->scop, arrayOf(array)))
    return invalid("promote: " + *narrowed);
  Plan result = *this;
  result.promoted.push_back({array, index, layout});
  return result;
}

int Plan::arrayOf(const std::string &name) const {
  const std::vector<ScopArray> &arrays = base.nest().source->scop.arrays;
  auto found = std::find_if(arrays.begin(), arrays.end(),
                            [&](const ScopArray &array) { return array.name == name; });
  return found == arrays.end() ? -1 : found - arrays.begin();
}

Outcome<Plan> Plan::contract(const std::string &array, const std::string &index) const {
  Outcome<Plan> result = promote(array, index);
  if (!result) {
    Rejection why = result.rejection();
    if (why.detail.rfind("promote: ", 0) == 0)
      why.detail.replace(0, 7, "contract");
    return why;
  }
  if (!isDeadAfter(base.nest().source->scop, arrayOf(array)))
    return invalid("contract: " + array + " may be used after the nest");
  if (Outcome<Ok> inside = checkLivesInside(base, arrayOf(array), base.positionOf(index));
      !inside) {
    Rejection why = inside.rejection();
    why.detail = "contract: " + array + " is read outside the iteration, of the loops around '" +
                 index + "', that writes it: " + why.detail;
    return why;
  }
  result->promoted.back().isContraction = true;
  return result;
}

Outcome<Plan> Plan::expand(const std::string &scalar, const std::string &name) const {
  const Index *index = base.find(name);
  if (!index || index->kind == NestDimension::Kind::Fusing)
    return invalid("expand: there is no loop index '" + name + "'");
  const Scop &scop = base.nest().source->scop;
  int array = arrayOf(scalar);
  if (array < 0 || !scop.arrays[array].isScalar)
    return invalid("expand: there is no scalar '" + scalar + "'");
  for (const Expansion &expansion : expanded)
    if (expansion.scalar == scalar)
      return invalid("expand: " + scalar + " is already expanded");
  if (!scop.arrays[array].isPrivate) {
    Outcome<Ok> inside = checkLivesInside(base, array, base.positionOf(name) + 1);
    if (inside)
      return invalid("expand: " + scalar + " is used after the nest");
    Rejection why = inside.rejection();
    why.detail = "expand: " + scalar + " carries a value between iterations of '" + name +
                 "': " + why.detail;
    return why;
  }
  if (!index->size)
    return invalid("expand: '" + name + "' has no fixed number of iterations");
  if (auto narrowed = narrowedIn(scop, array))
    return invalid("expand: " + *narrowed);
  Plan result = *this;
  result.expanded.push_back({scalar, name});
  return result;
}

} // namespace acc
