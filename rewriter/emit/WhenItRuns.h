// For which sizes a fast version runs, in words for its comment.
#pragma once

#include "rewriter/emit/WorkEstimate.h"

namespace acc {

/// The bounds that the check places on single values of the source, in order, and those of the work
/// that it asks for; "" for none. Omits other conditions: views, overlaps.
///   n - 4 >= 0 && m - 8 >= 0 && ldc - m >= 0   ->   "runs for n >= 4, m >= 8, n*m >= 256"
std::string whenItRuns(const Scop &scop, const Condition &check, const WorkEstimate &work);

} // namespace acc
