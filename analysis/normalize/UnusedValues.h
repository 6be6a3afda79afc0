// Removes unused values.
//
//   given:  (int n, int m, float *A, const float *B)
//   before: for (int i = 0; i < n; i++) { (void)m; n + 1; A[i] = 0; }
//   after:  for (int i = 0; i < n; i++) { A[i] = 0; }
//
//   before: for (int i = 0; i < n; i++) A[i] = ((void)m, B[i]);
//   after:  for (int i = 0; i < n; i++) A[i] = B[i];
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

/// Without statements, and first operands of commas, that do nothing but compute such a value from
/// variables. One that reads memory stays: whoever proves that nothing else is read has to see it.
SourceNest withoutUnusedValues(SourceNest nest);

/// The body of a function that is called, also without such statements that read memory.
StmtRef withoutUnusedIn(const StmtRef &body);
/// The statement, or an empty one where it does nothing but to compute a value, which may read
/// memory.
StmtRef usedPartOf(const StmtRef &stmt);

} // namespace acc
