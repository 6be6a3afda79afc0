// Converts loops that count several variables to loops that count one.
//
//   given:  (int n, float *A, const float *B) int i, k;
//   before: for (i = 0, k = 0; i < n; i++, k += 2) A[i] = B[k];
//   after:  { k = 0; for (i = 0; i < n; i++) { A[i] = B[k]; k += 2; } }
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

/// The variable that stays in the head is the one that the condition compares and both parts name.
/// Loops without one are left alone, and those whose parts depend on each other: the counter's
/// first assignment may be the last one of its part, or may be repeated behind it (`a[i] = k = 0`).
SourceNest withSingleHeads(SourceNest nest);

} // namespace acc
