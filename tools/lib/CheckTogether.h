// The last check of a unit's rewrites: all of them together.
#pragma once

#include "tools/lib/UnitRun.h"

namespace acc {

/// Each edit was proved alone; together they must still compile. Else none is made. With
/// options.runCheck each rewrite is also run against its original: what differs is left out, as an
/// internal error of its nest, and the rows of the others say on how many inputs they ran.
void checkTogether(UnitRun &run);

/// The report warns where a unit with edits is compiled with flags that let the compiler
/// reassociate.
void warnOfFastMath(UnitRun &run);

} // namespace acc
