// memcpy and memset as the loops over elements that they are: of bytes, and of wider numbers where
// the text shows how many of them there are.
//
//   given:  (int n, int m, float *A, const float *B)
//   before: for (int i = 0; i < n; i++) __builtin_memcpy(A + i*m, B, m * sizeof(float));
//   after:  for (int i = 0; i < n; i++) { unsigned long k; for (k = 0; k < (unsigned long)m; k++)
//           (A + i*m)[k] = B[k]; }
//
//   before: for (int i = 0; i < n; i++) __builtin_memset(&A[i*m], 0, 2 * m * sizeof *A);
//   after:  for (int i = 0; i < n; i++) { unsigned long k; for (k = 0; k < (unsigned long)(2*m);
//           k++) (&A[i*m])[k] = (float)0; }
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

/// Addresses and bounds that read memory are the model's to judge: read once in the source and in
/// each iteration here, they must not change in the nest.
SourceNest withMemoryLoops(SourceNest nest);

} // namespace acc
