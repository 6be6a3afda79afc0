// Converts loops that count several variables to loops that count one.
//
//   given:  (int n, float *A, const float *B) int i, k;
//   before: for (i = 0, k = 0; i < n; i++, k += 2) A[i] = B[k];
//   after:  { k = 0; for (i = 0; i < n; i++) { A[i] = B[k]; k += 2; } }
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

/// The variable that stays in the head is the one that the condition compares and both parts name.
/// Loops without one, and those whose parts read each other's variables, are left alone.
SourceNest withSingleHeads(SourceNest nest);

} // namespace acc
