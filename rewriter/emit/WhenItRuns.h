// For which sizes a fast version runs, in words for its comment.
#pragma once

#include "analysis/model/Scop.h"

namespace acc {

/// The bounds that the check has of single values of the source, in their order; "" for none. What
/// else it asks is not told: views, overlaps, products.
///   n - 4 >= 0 && m - 8 >= 0 && ldc - m >= 0   ->   "runs for n >= 4, m >= 8"
std::string whenItRuns(const Scop &scop, const Condition &check);

} // namespace acc
