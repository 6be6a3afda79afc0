// A plan's loops in their final form.
#pragma once

#include "rewriter/emit/CodeTree.h"
#include "rewriter/emit/PrivatePlaces.h"

namespace acc {

/// The loops of `time`, the blocked time map of the plan's schedule, where `context` holds:
/// boundaries unswitched where that stays small, else guarded; bounds without divisions where that
/// can be; the regions of promoted arrays where their buffers stand. Emission when they grow too
/// large.
Outcome<CodeNode> loweredLoops(const Plan &plan, const LoopOrder &loops, const isl::union_map &time,
                               const isl::set &context, const std::vector<PrivatePlace> &privates);

} // namespace acc
