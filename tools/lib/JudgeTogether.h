// The measurement that has the last word on a unit's rewrites.
#pragma once

#include "tools/lib/UnitRun.h"

namespace acc {

/// With options.judge: builds the rewrites with the unit's compiler, and keeps what gives the same
/// results and is faster (rewriter/judge). A rewrite that pays between two sizes gets
/// these as limits of the work in its check. For one that loses, the next plans of its nest are
/// written, proved, run and measured in its place, a few of them; then the nest is left as it is.
/// What could not be measured stays. The rows tell what was measured. `nests`: the outermost ones
/// of the file.
void judgeTogether(UnitRun &run, const std::vector<SourceNest> &nests);

} // namespace acc
