// Plan -> isl schedule tree: bands for the loops, sequences for the fusing indices, marks where a
// region with promoted arrays begins.
#pragma once

#include "rewriter/emit/LoopOrder.h"

namespace acc {

/// Mark of the region of Plan::promotions()[n]: "promote<n>".
inline constexpr const char *kPromotionMark = "promote";

struct ScheduleTree {
  isl::schedule schedule;
  /// What holds whenever the schedule runs.
  isl::set context;
};

/// The tree whose execution is the order of `time`, the blocked time map of the plan's schedule.
/// `context`: parameters.
/// `unswitch`: loops that statements of different ranges share are separated into
/// parts in which the same statements run; else these are guarded.
///   unswitched: for j < min(n, m) { S0; S1; }  for n <= j < m S1;
///   guarded:    for j < m { if (j < n) S0; S1; }
ScheduleTree scheduleTree(const Plan &plan, const LoopOrder &loops, const isl::union_map &time,
                          const isl::set &context, bool unswitch = true);

} // namespace acc
