#include "scheduling/autoschedule/ThreadLoops.h"

#include <algorithm>

namespace acc {
namespace {

/// A buffer around the index at `position` would be one for all threads.
bool isInsideBuffer(const Plan &plan, int position) {
  return std::any_of(plan.promotions().begin(), plan.promotions().end(),
                     [&](const Promotion &promotion) {
                       return plan.schedule().positionOf(promotion.index) <= position;
                     });
}

/// The loops at `positions` from the `first` on have so few iterations that threads never pay.
bool isShort(const Plan &plan, const std::vector<int> &positions, size_t first) {
  double iterations = 1;
  for (size_t k = first; k < positions.size(); ++k) {
    const std::optional<int64_t> &size = plan.schedule().order()[positions[k]].size;
    if (!size)
      return false;
    iterations *= static_cast<double>(*size);
  }
  const MachineModel &machine = plan.target().machine;
  return iterations < machine.threadsPay() / machine.leastNanoseconds;
}

/// Iterations of a dimension in one of an index from which on these are too few, and too unequal,
/// to be shared out: three blocks of 256 rows for two threads.
constexpr int64_t kCoarse = 128;

/// The outermost index of the statement that threads can share out, and the plan with it; an
/// iteration of it is a loop. Where that counts large blocks, the next one inside of it that does
/// not, if threads can share that out, too.
std::optional<Plan> sharedFor(const Plan &plan, size_t statement) {
  const std::vector<Index> &order = plan.schedule().order();
  std::vector<int> positions;
  for (size_t k = 0; k < order.size(); ++k)
    if (order[k].kind == NestDimension::Kind::Loop && order[k].has[statement])
      positions.push_back(static_cast<int>(k));
  std::optional<Plan> coarse;
  for (size_t k = 0; k + 1 < positions.size(); ++k) {
    if (isInsideBuffer(plan, positions[k]) || isShort(plan, positions, k))
      break;
    Outcome<Plan> shared = plan.parallelize({order[positions[k]].name});
    if (shared && order[positions[k]].stride < kCoarse)
      return *shared;
    if (shared && !coarse)
      coarse = *shared;
  }
  return coarse;
}

} // namespace

std::optional<Plan> inThreads(Plan plan) {
  bool isShared = false;
  const std::vector<ScopStatement> &statements = plan.schedule().nest().source->scop.statements;
  for (size_t s = 0; s < statements.size(); ++s)
    if (std::optional<Plan> shared = sharedFor(plan, s)) {
      plan = *shared;
      isShared = true;
    }
  return isShared ? std::optional(plan) : std::nullopt;
}

} // namespace acc
