// Local records and arrays of which only single numbers are used, as variables.
//
//   given:  struct c { float re, im; }; (int n, int m, float *A, const float *B) int i, j;
//   before: for (i = 0; i < n; i++) { float s[2]; s[0] = 0; s[1] = 1; for (j = 0; j < m; j++) {
//           s[0] += B[j]; s[1] *= B[j]; } A[i] = s[0] + s[1]; }
//   after:  for (i = 0; i < n; i++) { float s_0; float s_1; s_0 = 0; s_1 = 1; for (j = 0; j < m;
//           j++) { s_0 += B[j]; s_1 *= B[j]; } A[i] = s_0 + s_1; }
//
//   before: for (i = 0; i < n; i++) { struct c s; s.re = 0; for (j = 0; j < m; j++) s.re += B[j];
//           A[i] = s.re; }
//   after:  for (i = 0; i < n; i++) { float s_re; s_re = 0; for (j = 0; j < m; j++) s_re += B[j];
//           A[i] = s_re; }
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

/// The nest with a variable for each number of an object that it declares without a value, where
/// all that names the object is one of its numbers by its member or a constant subscript within it.
SourceNest withSplitObjects(SourceNest nest);

} // namespace acc
