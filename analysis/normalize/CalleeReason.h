// What prevents a called function from being inlined.
#pragma once

#include "analysis/support/Rejection.h"
#include "analysis/tree/SourceNest.h"

namespace acc {

/// A rejection for a call of the nest, with the callee's own reason and its line where its body is
/// known: "add(n, x, y): it has a SIMD vector (line 9)". Any other rejection as it is.
Rejection withCalleeReason(Rejection why, const SourceNest &nest);

} // namespace acc
