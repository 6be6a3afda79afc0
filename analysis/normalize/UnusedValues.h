// Values that nobody uses.
//
//   given:  (int n, int m, float *A, const float *B)
//   before: for (int i = 0; i < n; i++) { (void)m; B[i]; A[i] = 0; }
//   after:  for (int i = 0; i < n; i++) { A[i] = 0; }
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

/// Without statements that do nothing but compute such a value.
SourceNest withoutUnusedValues(SourceNest nest);
StmtRef withoutUnusedIn(const StmtRef &stmt);

} // namespace acc
