#include "scheduling/Plan.h"

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
  if (machine.vectorBytes == 0)
    return invalid("vectorize: the target " + machine.name + " has no vectors");
  if (Outcome<Ok> free = checkCarriesNone(base, base.positionOf(name)); !free) {
    Rejection why = free.rejection();
    why.detail = "vectorize: '" + name + "' carries a dependence: " + why.detail;
    return why;
  }
  Plan result = *this;
  result.vectors.insert(name);
  return result;
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
  return invalid("'" + operation + "' is not supported yet");
}

Outcome<Plan> Plan::promote(const std::string &array, const std::string &index,
                            Promotion::Layout layout) const {
  for (const Promotion &promotion : promoted)
    if (promotion.array == array)
      return invalid("promote: " + array + " is promoted already");
  Outcome<PromotedTile> tile = promotedTile(base, array, index);
  if (!tile)
    return tile.rejection();
  Plan result = *this;
  result.promoted.push_back({array, index, layout});
  return result;
}

} // namespace acc
