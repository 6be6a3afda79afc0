// Local arrays of the rewritten code are large enough.
#pragma once

#include "rewriter/validate/GuardContext.h"

namespace acc {

/// Every access to an array that the rewritten code declares stays within each of its
/// declared sizes.
std::optional<Rejection> checkLocalBounds(const Scop &emitted, const GuardContext &guard);

} // namespace acc
