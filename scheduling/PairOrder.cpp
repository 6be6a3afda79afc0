#include "scheduling/PairOrder.h"

#include "analysis/model/ScopIsl.h"
#include "analysis/support/IslInterop.h"

#include <algorithm>
#include <cassert>
#include <tuple>

namespace acc {

PairOrder::PairOrder(const Schedule &schedule)
    : schedule(schedule), times(schedule.nest().source->scop.statements.size()) {}

const isl::map &PairOrder::falls(int source, int sink, unsigned position) {
  return compared(source, sink, position, -1);
}

const isl::map &PairOrder::stays(int source, int sink, unsigned position) {
  return compared(source, sink, position, 0);
}

const isl::map &PairOrder::rises(int source, int sink, unsigned position) {
  return compared(source, sink, position, 1);
}

isl::map PairOrder::together(const Dependence &dependence, unsigned count) {
  isl::map pairs = dependence.relation();
  for (unsigned k = 0; k < count; ++k)
    pairs = pairs.intersect(stays(dependence.source, dependence.sink, k));
  return pairs;
}

void PairOrder::visitOutOfOrder(const Dependence &dependence,
                                const std::function<bool(const isl::map &)> &visit) {
  int source = dependence.source, sink = dependence.sink;
  isl::map open = dependence.relation();
  for (unsigned k = 0; k < schedule.order().size(); ++k) {
    isl::map bad = open.intersect(falls(source, sink, k));
    if (!bad.is_empty() && !visit(bad))
      return;
    open = open.intersect(stays(source, sink, k));
    if (open.is_empty())
      return;
  }
  visit(open);
}

const std::vector<isl::pw_aff> &PairOrder::timesOf(int statement) {
  if (times[statement].empty()) {
    times[statement] = schedule.timesOf(statement);
    assert(haveAllTimes(statement));
  }
  return times[statement];
}

bool PairOrder::haveAllTimes(int statement) const {
  const LiftedScop &source = *schedule.nest().source;
  isl::set all = iterationDomain(*source.context, source.scop, source.scop.statements[statement]);
  return std::all_of(times[statement].begin(), times[statement].end(),
                     [&](const isl::pw_aff &time) { return all.is_subset(time.domain()); });
}

const isl::map &PairOrder::compared(int source, int sink, unsigned position, int sign) {
  auto key = std::tuple(source, sink, position, sign);
  auto found = known.find(key);
  if (found == known.end())
    found = known.emplace(key, comparison(timesOf(source)[position], timesOf(sink)[position], sign))
                .first;
  return found->second;
}

} // namespace acc
