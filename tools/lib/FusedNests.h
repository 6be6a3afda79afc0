// Nests that a script fuses: several nests of the source rewritten as one.
#pragma once

#include "tools/lib/UnitRun.h"

namespace acc {

/// The `fuse` entries of the script, and the mappings of several nests, that name nests of this
/// unit. What is written, or why nothing is, stands in the row of the first nest.
void processFusions(UnitRun &run, const std::vector<SourceNest> &nests);

/// Proves fused versions in the written text: "f#1+f#2" stands for several nests.
void proveFusions(UnitRun &run, const std::vector<SourceNest> &nests);

} // namespace acc
