// Removes calls that are only hints to the compiler or the cache.
//
//   given:  (int n, float *A, const float *B)
//   before: for (int i = 0; i < n; i++) if (__builtin_expect(B[i] > 0, 1)) A[i] = 1;
//   after:  for (int i = 0; i < n; i++) if (B[i] > 0) A[i] = 1;
//
//   before: for (int i = 0; i < n; i++) { __builtin_prefetch(B + i + 8); A[i] = B[i]; }
//   after:  for (int i = 0; i < n; i++) { A[i] = B[i]; }
//
//   before: for (int i = 0; i < n; i++) { const float *row = __builtin_assume_aligned(B, 16); A[i]
//           = row[i]; }
//   after:  for (int i = 0; i < n; i++) { const float *row = B; A[i] = row[i]; }
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

/// A hint whose other arguments do something stays the call that it is.
SourceNest withoutHints(SourceNest nest);

} // namespace acc
