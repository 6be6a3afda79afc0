// Converts loops over pointers to loops that count from zero.
//
//   given:  (int n, int m, float *A) float *p; long t;
//   before: for (p = A + n; p < A + m; p++) p[1] = 0;
//   after:  for (t = 0; t < A + m - (A + n); t++) (A + n + t)[1] = 0;
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

/// Every loop over a pointer that can be counted so (LoopStart.h).
SourceNest withCountedPointers(SourceNest nest);

} // namespace acc
