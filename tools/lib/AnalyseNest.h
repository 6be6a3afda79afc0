// The analysing half: a source nest to Accera's nest.
#pragma once

#include "tools/lib/UnitRun.h"

namespace acc {

/// The first stage.
Outcome<Scop> scopOf(UnitRun &run, const SourceNest &source);

/// Of a scop in which something is not known: whether it is worth telling where no array is recovered.
enum class DescribedArrays { Recovered, All };

/// The stages delinearize, dependences and lift. `row` receives what each stage found, also when a
/// later one refuses; that is all that comes of a scop in which something is not known.
Outcome<LiftedNest> analyseScop(UnitRun &run, Scop scop, const IslContext &context,
                                report::Nest &row,
                                DescribedArrays described = DescribedArrays::Recovered);

/// Both, of a nest with loops below conditions that the data decide, under the assumption that they
/// hold in all iterations (DataConditions::Assumed). `open` is what scopOf made of it: `row` receives
/// what holds of that, and the assumptions.
Outcome<LiftedNest> analyseAssumed(UnitRun &run, const Scop &open, const IslContext &context,
                                   report::Nest &row);

/// Both, of a nest in which all is known.
Outcome<LiftedNest> analyseNest(UnitRun &run, const SourceNest &source, const IslContext &context,
                                report::Nest &row);

} // namespace acc
