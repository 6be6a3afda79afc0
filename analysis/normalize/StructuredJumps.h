// `continue` as structured code.
//
//   given:  (int n, float *A, const float *B)
//   before: for (int i = 0; i < n; i++) { A[i] = 1; if (B[i] > 0) continue; A[i] = B[i]; }
//   after:  for (int i = 0; i < n; i++) { A[i] = 1; if (B[i] > 0) ; else A[i] = B[i]; }
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

/// Each `continue` that ends a branch directly in a loop's body, exchanged for an else; other jumps
/// stay.
SourceNest withStructuredJumps(SourceNest nest);

} // namespace acc
