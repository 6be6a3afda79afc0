#include "scheduling/autoschedule/AutoSchedule.h"

#include "scheduling/autoschedule/Candidate.h"

#include <algorithm>

namespace acc {
namespace {

constexpr double kWorthwhile = 0.8; // of the source's expected cost
constexpr size_t kAttempts = 16;    // candidates whose legality is checked

bool recoversSomething(const Nest &nest) {
  const std::vector<RecoveredArray> &arrays = nest.source->views.arrays;
  return std::any_of(arrays.begin(), arrays.end(),
                     [](const RecoveredArray &array) { return array.recovered; });
}

} // namespace

Outcome<Plan> chooseSchedule(const Nest &nest, const Target &target) {
  NestStrides strides = stridesOf(nest);
  std::vector<Candidate> candidates;
  addRegisterTiles(nest, strides, target, candidates);
  addPermutations(nest, strides, candidates);
  addTransposeTiles(nest, strides, candidates);

  Candidate source = sourceOrder(nest);
  double limit = kWorthwhile * expectedCost(source, strides, target);
  std::vector<std::pair<double, const Candidate *>> ranked;
  for (const Candidate &candidate : candidates)
    if (double cost = expectedCost(candidate, strides, target); cost < limit)
      ranked.emplace_back(cost, &candidate);
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto &a, const auto &b) { return a.first < b.first; });
  for (size_t k = 0; k < ranked.size() && k < kAttempts; ++k)
    if (Outcome<Plan> plan = realise(*ranked[k].second, strides, target))
      return plan;

  // The source's own order still gains from what the guard proves (no aliasing).
  size_t loops = std::count_if(
      nest.dimensions.begin(), nest.dimensions.end(),
      [](const NestDimension &d) { return d.kind == NestDimension::Kind::Loop; });
  if (loops >= 2 && recoversSomething(nest)) {
    Outcome<Plan> plan = realise(source, strides, target);
    if (plan && !plan->vectorized().empty())
      return plan;
  }
  return Rejection{RejectionKind::NotProfitable, placeOf(nest), ""};
}

} // namespace acc
