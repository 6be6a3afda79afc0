// The analysing half: a source nest to Accera's nest.
#pragma once

#include "tools/lib/UnitRun.h"

namespace acc {

/// The stages scop, delinearize, dependences and lift. `row` receives what each stage
/// found, also when a later one refuses. With `mayDescribe` that is done, too, for a nest that is
/// known not to be lifted because of what stands in it.
Outcome<LiftedNest> analyseNest(UnitRun &run, const SourceNest &source, const IslContext &context,
                                report::Nest &row, bool mayDescribe = true);

} // namespace acc
