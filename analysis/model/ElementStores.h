// Stores through a pointer without a subscript, as stores to an element.
#pragma once

#include "analysis/model/SourceNest.h"

namespace acc {

/// `*p` that the nest assigns as the element that it is, so that p's range takes
/// part in the checks of arrays:   *p += A[i]   becomes   p[0] += A[i]
SourceNest withElementStores(const SourceNest &nest);

} // namespace acc
