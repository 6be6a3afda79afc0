// Rerolls manually unrolled loops: copies of one body for consecutive counter values are one
// iteration each. A remainder loop before or after them is merged if their ends meet.
//
//   given:  (int n, int m, float *A, const float *B) int i, j; float s;
//   before: for (j = 0; j < m; j++) { for (i = 0; i + 1 < n; i += 2) { A[j] += B[i]; A[j] += B[i +
//           1]; } for (i = n/2*2; i < n; i++) A[j] += B[i]; }
//   after:  for (j = 0; j < m; j++) for (i = 0; i < n; i++) A[j] += B[i];
//
//   before: for (j = 0; j < m; j++) { for (i = 0; i < n % 2; i++) A[i] = j; for (i = n % 2; i < n;
//           i += 2) { A[i] = j; A[i + 1] = j; } }
//   after:  for (j = 0; j < m; j++) for (i = 0; i < n; i++) A[i] = j;
//
// Consecutive additions to one variable are also copies:
//
//   before: for (j = 0; j < m; j++) { s = 0; for (i = 0; i < 4*n; i += 2) s = s + B[i] + B[i + 1];
//           A[j] = s; }
//   after:  for (j = 0; j < m; j++) { s = 0; for (i = 0; i < 4*n; i += 1) s += B[i]; A[j] = s; }
//
// Without a rest the loop ends where whole steps do:
//
//   before: for (i = 0; i < n; i += 2) { A[i] = B[i]; A[i + 1] = B[i + 1]; }
//   after:  for (i = 0; (long)i < ((long)n + 1) / 2 * 2; i += 1) A[i] = B[i];
#pragma once

#include "analysis/normalize/Pass.h"

namespace acc {

/// The nest with each such loop. The order of what is done stays. A loop stays as it is where its
/// counter or its bounds are of types in which they may wrap, where a copy differs, where something
/// leaves the loop, and where it claims to be something (Stmt::claim). As they are written, such
/// loops stay, but for what each of the two forms needs to be read: additions one after the other
/// (SerialSums.h), and a start for a loop that goes on where another one ends.
SourceNest withRolledLoops(SourceNest nest, const PassContext &context);

} // namespace acc
