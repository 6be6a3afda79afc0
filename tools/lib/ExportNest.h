// A nest with its schedule as a LoopTree.
#pragma once

#include "tools/lib/RewriteNest.h"

namespace acc {

/// Writes the nest with the first of the plans into the row, in the source's order when
/// `findPlans` says that no schedule is faster; notes on what the tree says less of are lint.
Outcome<Ok> exportNest(UnitRun &run, const LiftedNest &lifted, report::Nest &row,
                       const FindPlans &findPlans);

/// The nest with this plan as a LoopTree in the row, for a picture; the row stays as it is where no
/// tree says what the schedule does.
void addLoopTree(const UnitRun &run, const Plan &plan, report::Nest &row);

} // namespace acc
