// Assignments of a variable's own sum, as steps of the variable.
//
//   given:  (int n, float *A) int k;
//   before: for (k = 0; k < n; k = k + 2) A[k] = 0;
//   after:  for (k = 0; k < n; k += 2) A[k] = 0;
//
//   before: for (k = n; k > 0; k = k - 1) A[k] = 0;
//   after:  for (k = n; k > 0; k -= 1) A[k] = 0;
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

/// Of integers and pointers, as far as C defines the one by the other: the sum is converted once,
/// to the variable's type, or by what keeps it.
SourceNest withSteps(SourceNest nest);

} // namespace acc
