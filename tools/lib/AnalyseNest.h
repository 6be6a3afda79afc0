// The analysis of one nest, as the options of its unit ask for it.
#pragma once

#include "analysis/Analysis.h"
#include "tools/lib/UnitRun.h"

namespace acc {

/// What the report and the schedules of the unit need, under `quota`; dumped and timed on the way.
AnalysisOptions analysisOptions(UnitRun &run, uint64_t quota);

/// Accera's nest of what the analysis found; its rejection where there is one.
Outcome<LiftedNest> liftNest(UnitRun &run, NestAnalysis analysis);

/// The nest once more with other views of its arrays, where a schedule is wanted and a tile may
/// need them: those that have each loop in one subscript.
std::optional<LiftedNest> withOtherViews(UnitRun &run, const NestAnalysis &analysis,
                                         uint64_t quota);

/// All of it, of a nest that gets no row of its own.
Outcome<LiftedNest> analyseAndLift(UnitRun &run, const SourceNest &source);

} // namespace acc
