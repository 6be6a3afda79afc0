// Converts loop tests that state when the loop ends into tests that state when it continues, joined
// by &&.
//
//   given:  (int n, int m, float *A)
//   before: for (int i = 0; !(i >= n); i++) A[i] = 0;
//   after:  for (int i = 0; i < n; i++) A[i] = 0;
//
//   before: for (int i = 0; !(i == n || i > m); i++) A[i] = 0;
//   after:  for (int i = 0; i != n && i <= m; i++) A[i] = 0;
//
//   before: for (int i = 0; (i < n) & (i < m); i++) A[i] = 0;
//   after:  for (int i = 0; i < n && i < m; i++) A[i] = 0;
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

/// Comparisons of floating-point numbers stay: neither x < y nor x >= y holds of a NaN.
SourceNest withPlainTests(SourceNest nest);

} // namespace acc
