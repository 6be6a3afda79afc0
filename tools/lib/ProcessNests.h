// The nests of a file, each as a whole or, where that cannot be, in parts.
#pragma once

#include "tools/lib/UnitRun.h"

namespace acc {

/// Analyses each nest, lifts, schedules, writes and proves it, and adds its rows to the report: its
/// own and, when it is not lifted, those of the nests in it that tell something.
///   before: for i { for j liftable; call(); }   after: f#1 rejected, f#1.1 lifted
/// `share`, when there is one, says which process does which nest.
void processNests(UnitRun &run, const std::vector<SourceNest> &nests, const NestSharing &share);

/// Takes back what came of an outermost nest and processes it anew, as `run.judged` wants it: its
/// rows have their place in the report again.
void processAgain(UnitRun &run, const SourceNest &nest);

} // namespace acc
