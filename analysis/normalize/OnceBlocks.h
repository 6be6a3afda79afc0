// Removes the jumps to the end of `do { ... } while (0)`, as macros have it.
//
//   given:  (int n, float *A, const float *B)
//   before: for (int i = 0; i < n; i++) do { A[i] = 1; if (B[i] > 0) break; A[i] = B[i]; } while
//           (0);
//   after:  for (int i = 0; i < n; i++) { A[i] = 1; if (B[i] > 0) ; else A[i] = B[i]; }
//
// The same for a goto to a label after it.
//
//   before: for (int i = 0; i < n; i++) { if (B[i] > 0) continue; if (i > 2) goto done; A[i] = 1;
//           done: A[i] += B[i]; }
//   after:  for (int i = 0; i < n; i++) { if (B[i] > 0) continue; if (i > 2) ; else A[i] = 1; A[i]
//           += B[i]; }
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

/// No Once is left: where a jump to its end stays, an Unsupported statement stands for it.
SourceNest withoutOnceBlocks(SourceNest nest);

} // namespace acc
