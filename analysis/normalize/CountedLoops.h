// Converts counted loops of other forms to `for` loops.
//
//   given:  (int n, int m, float *A) int i, j;
//   before: for (i = 0; i < n; i++) { j = 0; while (j < m) { A[j] = i; j++; } }
//   after:  for (i = 0; i < n; i++) for (j = 0; j < m; j++) A[j] = i;
//
//   before: for (i = 0; i < n; i++) { j = m; while (j > 0) { j--; A[j] = i; } }
//   after:  for (i = 0; i < n; i++) for (j = m; j > 0; j--) A[j - 1] = i;
//
// So is the loop that does what an unrolled one leaves:
//
//   before: for (i = 0; i < n; i++) { for (j = 0; j + 3 < m; j += 4) A[j] = 1; for (; j < m; j++)
//           A[j] = 2; }
//   after:  for (i = 0; i < n; i++) { for (j = 0; j + 3 < m; j += 4) A[j] = 1; for (j = m/4*4; j <
//           m; j++) A[j] = 2; }
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

/// A loop whose counter is set before it gets that as its first part, and a `while` or `do` whose
/// body steps a variable of its condition once is a `for`; so is the loop that does what an
/// unrolled one leaves. No `continue` may be left in the tree.
SourceNest withCountedLoops(SourceNest nest);

} // namespace acc
