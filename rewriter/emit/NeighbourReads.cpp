#include "rewriter/emit/NeighbourReads.h"

#include <algorithm>

namespace acc {
namespace {

/// The innermost loop of a statement in the plan's order; null when it has none.
const Index *innermostOf(const Schedule &schedule, size_t statement) {
  const std::vector<Index> &order = schedule.order();
  auto found = std::find_if(order.rbegin(), order.rend(), [&](const Index &index) {
    return index.kind == NestDimension::Kind::Loop && index.has[statement];
  });
  return found == order.rend() ? nullptr : &*found;
}

/// Some array is read at two places of which a later iteration of the loop moves one to the other.
bool readsNeighbours(const ScopStatement &statement, const ScopLoop &loop) {
  for (const ScopAccess &one : statement.accesses)
    for (const ScopAccess &other : statement.accesses) {
      if (one.isWrite || other.isWrite || one.array != other.array || one.subscripts.size() != 1 ||
          other.subscripts.size() != 1)
        continue;
      auto distance = (other.subscripts[0] - one.subscripts[0]).constant();
      auto stride =
          (one.subscripts[0].coefficient(loop.name, 1) * Polynomial(loop.step)).constant();
      if (distance && stride && *distance != 0 && *stride != 0 && *distance % *stride == 0)
        return true;
    }
  return false;
}

} // namespace

bool readsNeighboursInVectors(const Plan &plan) {
  const Schedule &schedule = plan.schedule();
  const Nest &nest = schedule.nest();
  const Scop &scop = nest.source->scop;
  if (!plan.promotions().empty())
    return false;
  bool isAny = false;
  for (size_t s = 0; s < scop.statements.size(); ++s) {
    const Index *index = innermostOf(schedule, s);
    if (!index || !plan.vectorizes(index->name, static_cast<int>(s)) || index->dimension < 0)
      return false;
    const int loop = nest.dimensions[index->dimension].loop;
    isAny = isAny || (loop >= 0 && readsNeighbours(scop.statements[s], scop.loops[loop]));
  }
  return isAny;
}

} // namespace acc
