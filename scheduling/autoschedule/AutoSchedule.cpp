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

/// A sum of integers in a local variable may be taken in any order, so compilers vectorize it; one of
/// floating-point numbers gains little.
bool sumsIntegers(const Plan &plan) {
  const std::vector<ScopArray> &arrays = plan.schedule().nest().source->scop.arrays;
  return std::any_of(arrays.begin(), arrays.end(), [&](const ScopArray &array) {
    return array.element.isInteger() &&
           std::any_of(plan.promotions().begin(), plan.promotions().end(),
                       [&](const Promotion &promotion) { return promotion.array == array.name; });
  });
}

/// The candidate with its invariant elements in local variables and, for where that cannot be
/// written, without; `count` of these at most.
std::vector<Plan> plansOf(const Candidate &candidate, const NestStrides &strides,
                          const Target &target, size_t count) {
  std::vector<Plan> plans;
  Candidate keeping = candidate;
  addInvariants(keeping, strides);
  bool addsSome = keeping.promotions.size() != candidate.promotions.size();
  for (const Candidate *one : {static_cast<const Candidate *>(&keeping), &candidate}) {
    if (plans.size() == count || (one == &candidate && !addsSome))
      break;
    Outcome<Plan> plan = realise(*one, strides, target);
    if (plan && (plans.empty() || plan->promotions().size() != plans[0].promotions().size()))
      plans.push_back(*plan);
  }
  return plans;
}

/// The first `count` of rankedSchedules.
std::vector<Plan> bestSchedules(const Nest &nest, const Target &target, size_t count) {
  NestStrides strides = stridesOf(nest);
  std::vector<Candidate> candidates;
  addRegisterTiles(nest, strides, target, candidates);
  addPermutations(nest, strides, candidates);
  addTransposeTiles(nest, strides, candidates);
  addFusedSweeps(nest, strides, candidates);

  Candidate source = sourceOrder(nest);
  double limit = kWorthwhile * expectedCost(source, strides, target);
  std::vector<std::pair<double, const Candidate *>> ranked;
  for (const Candidate &candidate : candidates)
    if (double cost = expectedCost(candidate, strides, target); cost < limit)
      ranked.emplace_back(cost, &candidate);
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto &a, const auto &b) { return a.first < b.first; });
  std::vector<Plan> plans;
  std::set<std::string> kinds;
  for (size_t k = 0; k < ranked.size() && k < kAttempts && plans.size() < count; ++k) {
    const Candidate &candidate = *ranked[k].second;
    if (kinds.count(candidate.name))
      continue;
    for (const Plan &plan : plansOf(candidate, strides, target, count - plans.size())) {
      plans.push_back(plan);
      kinds.insert(candidate.name);
    }
  }

  // The source's own order still gains from what the guard proves (no aliasing).
  size_t loops =
      std::count_if(nest.dimensions.begin(), nest.dimensions.end(),
                    [](const NestDimension &d) { return d.kind == NestDimension::Kind::Loop; });
  if (plans.size() < count && loops >= 2 && recoversSomething(nest))
    for (const Plan &plan : plansOf(source, strides, target, kAttempts))
      if (!plan.vectorized().empty() || sumsIntegers(plan))
        plans.push_back(plan);
  return plans;
}

} // namespace

std::vector<Plan> rankedSchedules(const Nest &nest, const Target &target) {
  return bestSchedules(nest, target, kAttempts);
}

Outcome<Plan> chooseSchedule(const Nest &nest, const Target &target) {
  std::vector<Plan> plans = bestSchedules(nest, target, 1);
  if (plans.empty())
    return Rejection{RejectionKind::NotProfitable, placeOf(nest), ""};
  return plans.front();
}

} // namespace acc
