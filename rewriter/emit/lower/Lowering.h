// A plan's loops in their final form: isl's loops, then a list of passes.
#pragma once

#include "rewriter/emit/lower/LoweringPass.h"

#include <functional>

namespace acc {

/// The loops as isl makes them of `time`, the blocked time map of the plan's schedule, where
/// `context` holds: boundaries unswitched where that stays small, else guarded. Emission when they
/// grow too large.
Outcome<CodeNode> loopsOfSchedule(const Plan &plan, const LoopOrder &loops,
                                  const isl::union_map &time, const isl::set &context);

/// What the passes know of these loops.
Lowering loweringOf(const Plan &plan, const LoopOrder &loops, const isl::union_map &time,
                    const isl::set &context, const std::vector<PrivatePlace> &privates);

/// All passes in order. A pass may appear more than once.
const std::vector<LoweringPass> &loweringPasses();

/// Called with the code after each pass.
using LoweringObserver = std::function<void(const LoweringPass &pass, const CodeNode &code)>;

/// loopsOfSchedule behind all passes.
Outcome<CodeNode> loweredLoops(const Plan &plan, const LoopOrder &loops, const isl::union_map &time,
                               const isl::set &context, const std::vector<PrivatePlace> &privates,
                               const LoweringObserver &observe = {});

} // namespace acc
