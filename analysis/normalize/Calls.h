// Inlines calls of small functions: index and accessor functions, and those that the rewriter
// writes.
//
//   given:  static int at(int i, int j, int n) { return i*n + j; } (int n, int m, float *A)
//   before: for (int i = 0; i < n; i++) A[at(i, 1, m)] = 0;
//   after:  for (int i = 0; i < n; i++) A[i*m + 1] = 0;
//
//   given:  static void put(float *a, int i, float x) { if (i < 0) return; a[i] = x; } (int n, int
//           m, float *A)
//   before: for (int i = 0; i < n; i++) put(A + m, i - 2, 1.0f);
//   after:  for (int i = 0; i < n; i++) { if (i - 2 < 0) { } else { (A + m)[i - 2] = 1.0f; } }
//
//   given:  static int padded(int i, int n) { i -= 2; if (i < 0 || i >= n) return 0; return i; }
//           (int n, int m, float *A)
//   before: for (int i = 0; i < n; i++) A[padded(i, m)] = i;
//   after:  for (int i = 0; i < n; i++) A[i - 2 < 0 || i - 2 >= m ? 0 : i - 2] = i;
//
//   given:  static void split(int x, int *high, int *low) { if (high) *high = x >> 4; if (low != 0)
//           *low = x & 15; } (int n, int m, int *A) int h, l;
//   before: for (int i = 0; i < n; i++) { split(m + i, &h, 0); split(m, 0, &l); A[i] = h + l; }
//   after:  for (int i = 0; i < n; i++) { h = m + i >> 4; l = m & 15; A[i] = h + l; }
//
// A branch that only complains - it calls what is not known and returns - is demanded never to be
// taken.
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

/// What cannot be read so stays the call that it is. Variables of the functions are variables of
/// the nest, with names of their own; SourceNest::functions then has the functions of the calls
/// that stay, and no Symbol isLent.
SourceNest withCallsOpened(SourceNest nest);

} // namespace acc
