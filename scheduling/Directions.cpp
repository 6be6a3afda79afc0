#include "scheduling/Directions.h"

#include "analysis/dependence/AccessedElements.h"

#include <algorithm>

namespace acc {
namespace {

bool isSimpleStep(const Step &step) {
  switch (step.kind) {
  case Step::Kind::Split:
  case Step::Kind::Tile:
  case Step::Kind::UnrollAndJam:
  case Step::Kind::Distribute:
  case Step::Kind::Hoist:
    return true;
  default:
    return !step.effect;
  }
}

bool isSimpleSchedule(const Schedule &schedule) {
  return !schedule.fusion() &&
         std::all_of(schedule.steps().begin(), schedule.steps().end(), isSimpleStep);
}

bool accesses(const ScopStatement &statement, int array) {
  return std::any_of(statement.accesses.begin(), statement.accesses.end(),
                     [&](const ScopAccess &access) { return access.array == array; });
}

} // namespace

Directions::Directions(const Schedule &schedule)
    : schedule(schedule), nest(schedule.nest()), scop(nest.source->scop),
      isSimple(isSimpleSchedule(schedule)) {}

bool Directions::keep(const Dependence &dependence) const {
  for (size_t k = 0; k < schedule.order().size(); ++k) {
    const Change change = changeAt(dependence, k);
    if (change == Change::Unknown)
      return false;
    if (change == Change::Rises || separates(dependence, k))
      return true;
  }
  return false;
}

bool Directions::keepApart(const Dependence &dependence, int position) const {
  for (int k = 0; k < position; ++k)
    if (separates(dependence, k))
      return true;
  return changeAt(dependence, position) == Change::None;
}

bool Directions::separates(const Dependence &dependence, int position) const {
  if (changeAt(dependence, position) == Change::Rises)
    return true;
  const Index &index = schedule.order()[position];
  const NestDimension *dimension = dimensionOf(index);
  return dimension && dimension->loop == dependence.carriedBy &&
         changeAt(dependence, position) == Change::DoesNotFall &&
         isComplete(index.dimension, position);
}

Directions::Change Directions::changeAt(const Dependence &dependence, int position) const {
  const Index &index = schedule.order()[position];
  const int source = dependence.source, sink = dependence.sink;
  if (index.kind == NestDimension::Kind::Fusing) {
    auto from = partOf(index, source), to = partOf(index, sink);
    return !from || !to || *to < *from ? Change::Unknown
           : *from == *to              ? Change::None
                                       : Change::Rises;
  }
  const NestDimension *dimension = dimensionOf(index);
  if (dimension && !index.has[source] && !index.has[sink])
    return Change::None; // zero for both
  if (!dimension || !index.has[source] || !index.has[sink] ||
      !(dimension->value[source] == dimension->value[sink]))
    return Change::Unknown;
  const std::vector<int> &loops = scop.statements[source].loops;
  const auto shared = loops.begin() + commonLoops(scop.statements[source], scop.statements[sink]);
  const auto loop = std::find(loops.begin(), shared, dimension->loop);
  const auto carrying = std::find(loops.begin(), shared, dependence.carriedBy);
  if (loop == shared || loop > carrying)
    return Change::Unknown;
  if (loop < carrying)
    return Change::None;
  // Of the blocks of one loop only the largest whose larger ones agree cannot fall.
  for (size_t k = position + 1; k < schedule.order().size(); ++k)
    if (const Index &other = schedule.order()[k];
        other.dimension == index.dimension && other.stride >= index.stride)
      return Change::Unknown;
  return Change::DoesNotFall;
}

bool Directions::isCut(const Index &index) const {
  return !index.outer.empty() ||
         std::any_of(schedule.order().begin(), schedule.order().end(),
                     [&](const Index &other) { return other.outer == index.name; });
}

std::optional<int64_t> Directions::partOf(const Index &index, int statement) const {
  if (!isSimple || isCut(index))
    return std::nullopt;
  if (!index.has[statement])
    return 0;
  if (index.dimension >= 0)
    return nest.dimensions[index.dimension].value[statement].constant();
  const std::string &id = scop.statements[statement].id;
  for (const Step &step : schedule.steps()) {
    const bool isMaker = (step.kind == Step::Kind::Distribute || step.kind == Step::Kind::Hoist) &&
                         !step.inner.empty() && step.inner.front() == index.name;
    for (size_t part = 0; isMaker && part < step.statements.size(); ++part)
      if (const auto &ids = step.statements[part];
          std::find(ids.begin(), ids.end(), id) != ids.end())
        return part;
    if (isMaker) // of Hoist the statements that it does not name
      return step.statements.size();
  }
  return std::nullopt;
}

const NestDimension *Directions::dimensionOf(const Index &index) const {
  if (!isSimple || index.kind != NestDimension::Kind::Loop || index.dimension < 0 ||
      !index.mixed.empty() || index.isJoint)
    return nullptr;
  const NestDimension &dimension = nest.dimensions[index.dimension];
  return dimension.loop >= 0 ? &dimension : nullptr;
}

bool Directions::isComplete(int dimension, int position) const {
  const std::vector<Index> &order = schedule.order();
  return std::none_of(order.begin() + position + 1, order.end(),
                      [&](const Index &index) { return index.dimension == dimension; });
}

bool Directions::isOfInstance(int array, int position) const {
  const Index &index = schedule.order()[position];
  const NestDimension *dimension = dimensionOf(index);
  const std::vector<int> &own = scop.arrays[array].privateLoops;
  const bool isFusing = index.kind == NestDimension::Kind::Fusing;
  if (!isFusing && (!dimension || std::find(own.begin(), own.end(), dimension->loop) == own.end()))
    return false;
  std::optional<int> first;
  for (size_t s = 0; s < scop.statements.size(); ++s) {
    if (!accesses(scop.statements[s], array))
      continue;
    if (!first)
      first = int(s);
    if (isFusing) {
      auto part = partOf(index, int(s));
      if (!part || part != partOf(index, *first))
        return false;
      continue;
    }
    if (!index.has[s] || !(dimension->value[s] == dimension->value[*first]))
      return false;
    for (const std::string &name : dimension->value[s].symbols())
      if (scop.isIterator(name) && std::none_of(own.begin(), own.end(), [&](int loop) {
            return scop.loops[loop].name == name;
          }))
        return false;
  }
  return true;
}

bool Directions::shareFirst(int array, int count) const {
  for (int k = 0; k < count; ++k)
    if (!isOfInstance(array, k))
      return false;
  return true;
}

bool Directions::haveTheirOwnTime(int array) const {
  std::vector<int> open = scop.arrays[array].privateLoops;
  const std::vector<Index> &order = schedule.order();
  for (size_t k = 0; k < order.size() && !open.empty() && isOfInstance(array, int(k)); ++k)
    if (const NestDimension *dimension = dimensionOf(order[k]);
        dimension && isComplete(order[k].dimension, int(k)))
      std::erase(open, dimension->loop);
  return open.empty();
}

} // namespace acc
