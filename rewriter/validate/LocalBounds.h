// Local arrays of the rewritten code are large enough.
#pragma once

#include "rewriter/validate/GuardContext.h"

namespace acc {

/// Every access to an array that the rewritten code declares stays within each of its
/// declared sizes. An array of the source's function, or one of the same sizes as one that the
/// source's nest declares, is the source's own: its accesses are the source's, and in bounds there.
std::optional<Rejection> checkLocalBounds(const Scop &source, const Scop &emitted,
                                          const GuardContext &guard);

} // namespace acc
