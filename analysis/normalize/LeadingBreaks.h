// Breaks first in a loop's body, as a part of the loop's condition.
//
//   given:  (int n, int m, float *A)
//   before: for (int i = 0; i < n; i++) { if (i >= m) break; A[i] = 0; }
//   after:  for (int i = 0; i < n && i < m; i++) A[i] = 0;
//
//   before: for (int i = 0; i < n; i++) { if (i == 3 || i >= m) break; A[i] = 0; }
//   after:  for (int i = 0; i < n && i != 3 && i < m; i++) A[i] = 0;
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

/// A break under integer comparisons of what the loop counts.
SourceNest withoutLeadingBreaks(SourceNest nest);

} // namespace acc
