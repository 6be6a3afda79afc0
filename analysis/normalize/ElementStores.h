// Stores through a pointer without a subscript, as stores to an element: so the pointer's range
// takes part in the checks of arrays.
//
//   given:  (int n, float *p, const float *A)
//   before: for (int i = 0; i < n; i++) *p += A[i];
//   after:  for (int i = 0; i < n; i++) p[0] += A[i];
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

/// Every `*p` that the nest assigns, wherever it is.
SourceNest withElementStores(SourceNest nest);

} // namespace acc
