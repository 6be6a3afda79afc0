#include "analysis/dependence/Distances.h"

#include "analysis/dependence/SubscriptTests.h"

#include <algorithm>
#include <cstdlib>

namespace acc {
namespace {

/// Some subscript of the accesses names it, or is not affine.
bool isNamed(AccessedElements &elements, const std::string &iterator, int source, int sink,
             const ShapePairs &ends) {
  auto isIn = [&](int statement, int shape) {
    const auto &forms = elements.linearForms(statement, shape);
    return std::any_of(forms.begin(), forms.end(),
                       [&](const auto &form) { return !form || hasCoefficient(*form, iterator); });
  };
  return std::any_of(ends.begin(), ends.end(), [&](const auto &end) {
    return isIn(source, end.first) || isIn(sink, end.second);
  });
}

bool names(const std::vector<Polynomial> &bounds, const std::string &name) {
  return std::any_of(bounds.begin(), bounds.end(),
                     [&](const Polynomial &bound) { return bound.contains(name); });
}

/// Its iteration domain is one system of inequalities, and what steps by more than one starts at
/// the same place whatever the loop of this level is at.
bool isConvexAlong(const Scop &scop, const ScopStatement &statement, unsigned level) {
  std::vector<Condition> conditions = statement.condition.conjuncts();
  const std::string &name = scop.loops[statement.loops[level]].name;
  return std::none_of(conditions.begin(), conditions.end(),
                      [](const Condition &part) { return part.kind() == Condition::Kind::Or; }) &&
         std::all_of(statement.loops.begin(), statement.loops.end(), [&](int index) {
           const ScopLoop &loop = scop.loops[index];
           return loop.step == 1 || loop.step == -1 || !names(loop.first, name);
         });
}

/// Which of its instances there are in an iteration of the loop of this level is the same in all.
bool isIndependent(const Scop &scop, const ScopStatement &statement, unsigned level) {
  const std::string &name = scop.loops[statement.loops[level]].name;
  return !statement.condition.symbols().contains(name) &&
         std::none_of(statement.loops.begin() + level + 1, statement.loops.end(), [&](int index) {
           return names(scop.loops[index].first, name) || names(scop.loops[index].end, name);
         });
}

std::optional<int64_t> uniformDistance(const isl::set &deltas, unsigned k, int64_t step) {
  std::optional<int64_t> fixed = constantDimension(deltas, k);
  if (!fixed) {
    isl::val least = deltas.dim_min_val(k);
    if (!least.is_int() || !least.eq(deltas.dim_max_val(k)))
      return std::nullopt;
    fixed = least.num_si();
  }
  return inSteps(*fixed, step);
}

/// In all pairs the loop of place k is `distance` apart for each `ofLevel` of the loop of `level`.
bool isProportional(const isl::set &deltas, unsigned k, int64_t distance, unsigned level,
                    int64_t ofLevel) {
  std::string names;
  for (unsigned at = 0; at < dimensionsOf(deltas); ++at)
    names += (at ? ", d" : "d") + std::to_string(at);
  const isl::set line(deltas.ctx(), "{ [" + names + "] : " + std::to_string(ofLevel) + " d" +
                                        std::to_string(k) + " = " + std::to_string(distance) +
                                        " d" + std::to_string(level) + " }");
  return deltas.is_subset(line);
}

} // namespace

std::optional<LoopDistances> nearestPairs(const Scop &scop, AccessedElements &elements, int source,
                                          int sink, unsigned level, const ShapePairs &ends,
                                          const LoopDistances &apart) {
  LoopDistances result = apart;
  std::fill(result.begin(), result.begin() + level, 0);
  if (isUniform(result))
    return result;
  const ScopStatement &statement = elements.instances(sink);
  std::vector<std::string> iterators = scop.iteratorsOf(statement);
  bool isLevelOpen = !result[level], isInnerOpen = false;
  for (size_t k = level; k < result.size(); ++k) {
    if (!result[k] && isNamed(elements, iterators[k], source, sink, ends))
      return std::nullopt;
    isInnerOpen |= k > level && !result[k];
  }
  bool isSame = source == sink && !isInnerOpen && isConvexAlong(scop, statement, level) &&
                std::all_of(result.begin() + level + 1, result.end(),
                            [](const auto &one) { return one == 0; });
  if (!isSame && !isIndependent(scop, statement, level))
    return std::nullopt;
  if (isLevelOpen)
    result[level] = std::abs(scop.loops[statement.loops[level]].step);
  return result;
}

LoopDistances distancesOf(const Scop &scop, const isl::map &apart, const ScopStatement &source,
                          unsigned common) {
  isl::set deltas = apart.deltas();
  LoopDistances all;
  for (unsigned k = 0; k < common; ++k)
    all.push_back(uniformDistance(deltas, k, scop.loops[source.loops[k]].step));
  return all;
}

LoopDistances nearestDistancesOf(const Scop &scop, const isl::set &nearest, const isl::set &all,
                                 const ScopStatement &source, unsigned level) {
  LoopDistances result;
  const std::optional<int64_t> ofLevel = uniformDistance(nearest, level, 1);
  for (unsigned k = 0; k < dimensionsOf(nearest); ++k) {
    std::optional<int64_t> distance = k == level ? ofLevel : uniformDistance(nearest, k, 1);
    const bool tells = k == level || (distance && uniformDistance(all, k, 1) == distance) ||
                       (distance && ofLevel && isProportional(all, k, *distance, level, *ofLevel));
    result.push_back(tells && distance ? inSteps(*distance, scop.loops[source.loops[k]].step)
                                       : std::nullopt);
  }
  return result;
}

std::optional<int64_t> inSteps(int64_t distance, int64_t step) {
  int64_t stride = std::abs(step);
  return distance % stride == 0 ? std::optional(distance / stride) : std::nullopt;
}

bool isUniform(const LoopDistances &distance) {
  return std::all_of(distance.begin(), distance.end(),
                     [](const auto &one) { return one.has_value(); });
}

} // namespace acc
