// Moves side effects inside expressions to separate statements before and after.
//
//   given:  (int n, int k, int *A, int *B, int x) int i, t;
//   before: for (i = 0; i < n; i++) A[k++] = B[i] = x;
//   after:  for (i = 0; i < n; i++) { B[i] = x; A[k] = B[i]; k += 1; }
//
//   before: for (i = 0; i < n; i++) { A[i] = (t = B[i], t*t); if ((t = A[i]) > x) B[++k] = t; }
//   after:  for (i = 0; i < n; i++) { t = B[i]; A[i] = t*t; t = A[i]; if (t > x) { k += 1; B[k] =
//           t; } }
//
// Where all that reads the variable is evaluated later, and behind && of a branch:
//
//   before: for (i = 0; i < n; i++) { A[i] = (t = B[i] + k) ? t : x; if (A[i] && (t = B[i + 1]))
//           A[i + k] = t; }
//   after:  for (i = 0; i < n; i++) { t = B[i] + k; A[i] = t ? t : x; if (A[i]) { t = B[i + 1]; if
//           (t) A[i + k] = t; } }
//
// In the test of a loop: a step alone.
//
//   before: for (i = n; --i >= 0;) A[i] = x;
//   after:  for (i = n - 1; i >= 0; i -= 1) A[i] = x;
//
//   before: for (i = 0; i < n; i++) { t = i; while (t-- > 0) A[t] = x; }
//   after:  for (i = 0; i < n; i++) { t = i; while (t > 0) { t -= 1; A[t] = x; } }
//
//   before: for (i = 1; i < n; i++) { t = i; do { if (B[t] == 0) continue; A[t] = x; } while (--t >
//           0); }
//   after:  for (i = 1; i < n; i++) { t = i; do { if (B[t] == 0) ; else A[t] = x; t -= 1; } while
//           (t > 0); }
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

/// No side effect is left in an expression: what may not be moved is Unsupported. That is what need
/// not happen (behind &&, || and ?:), what is no local variable or stands elsewhere in its
/// statement, but for what is evaluated after an assignment, and a stored value that cannot be told
/// again.
SourceNest withSideEffectsOut(SourceNest nest);

} // namespace acc
