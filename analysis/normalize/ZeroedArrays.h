// Local arrays that start with zeros, as the loops that set these.
//
//   given:  (int n, float *A, const float *B)
//   before: for (int i = 0; i < n; i++) { float t[8] = {0}; for (int j = 0; j < 8; j++) { t[j] +=
//           B[i*8 + j]; A[i] += t[j]; } }
//   after:  for (int i = 0; i < n; i++) { float t[8]; long e; for (e = 0; e < 8l; e++) t[e] =
//           (float)0; for (int j = 0; j < 8; j++) { t[j] += B[i*8 + j]; A[i] += t[j]; } }
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

/// Arrays with other values at their start stay as they are.
SourceNest withZeroedArrays(SourceNest nest);

/// The same code without the zeros: elements that are not set again then have no value. For text
/// whose proof shows that no such element is used.
StmtRef withoutZeroes(const StmtRef &code);

} // namespace acc
