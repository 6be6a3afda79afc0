// A nest with its schedule as a LoopTree.
#pragma once

#include "tools/lib/RewriteNest.h"

namespace acc {

/// Writes the nest with the first of the plans into the row, in the source's order when
/// `findPlans` says that no schedule is faster; notes on what the tree says less of are lint.
Outcome<Ok> exportNest(UnitRun &run, const LiftedNest &lifted, report::Nest &row,
                       const FindPlans &findPlans);

} // namespace acc
