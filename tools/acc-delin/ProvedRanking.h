// The nests that a report ranks first are ones that `rewrite` writes.
#pragma once

#include "tools/acc-delin/Session.h"

namespace acc {

/// Writes and proves, as `rewrite` would, the nests of which most is expected, until so many of
/// them are written or none are left. Those that are not get the reason, and no gain; of the others
/// the rows tell the schedule that was written. Nothing is run. Nests of included files are written
/// in the units in which they were read; `rewrite` proves them in everything that includes them.
void proveBest(const CommandLine &line, const IncludedScope &scope,
               std::vector<UnitOutcome> &outcomes);

} // namespace acc
