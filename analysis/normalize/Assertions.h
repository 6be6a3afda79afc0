// Asserts in all forms, as requirements. A call that does not return is followed by a Jump, which
// remains only there.
//
//   given:  (int n, int m, int k, float *A)
//   before: for (int i = 0; i < n; i++) { if (m) ; else __builtin_abort(); if (!k) {
//           __builtin_abort(); } A[i*m] = 0; }
//   after:  for (int i = 0; i < n; i++) { if (m) ; else __builtin_abort(); if (!!k) ; else
//           __builtin_abort(); A[i*m] = 0; }
//
//   before: for (int i = 0; i < n; i++) { m ? (void)0 : __builtin_abort(); A[i*m] = 0; }
//   after:  for (int i = 0; i < n; i++) { if (m) ; else __builtin_abort(); A[i*m] = 0; }
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

/// `if (c) {} else` and the Jump alone: what the model asks for where the nest is entered. Of other
/// calls that do not come back only the call is left.
SourceNest withDemands(SourceNest nest);

} // namespace acc
