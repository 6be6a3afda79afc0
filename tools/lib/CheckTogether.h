// The last check of a unit's rewrites: all of them together.
#pragma once

#include "rewriter/run/Run.h"
#include "tools/lib/UnitRun.h"

namespace acc {

/// Each edit was proved alone; together they must still compile. Else none is made. With
/// options.runCheck each rewrite is also run against its original: what differs is left out, as an
/// internal error of its nest, and the rows of the others say on how many inputs they ran. With
/// `only`, no others than those nests are run.
void checkTogether(UnitRun &run, const std::set<std::string> *only = nullptr);

/// The row of the nest, or of the first of those that were rewritten together ("f#1+f#2").
report::Nest *rowOf(UnitRun &run, const std::string &nest);

/// What is run of a rewritten nest.
RewrittenNest rewrittenNest(const UnitRun &run, const MarkedRegion &region);

/// The report warns where a unit with edits is compiled with flags that let the compiler
/// reassociate.
void warnOfFastMath(UnitRun &run);

/// With options.fastFile a warning for each fast version that is not in the file beside the source.
void tellInSource(UnitRun &run);

} // namespace acc
