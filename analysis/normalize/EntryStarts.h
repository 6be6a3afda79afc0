// Makes loops whose counter is set before the nest start with its value.
//
//   given:  (int n, float *A)
//   before: for (; n > 0; n--) A[n] = 0;
//   after:  for (n = n; n > 0; n--) A[n] = 0;
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

/// Outermost loops whose counter the nest assigns nowhere else begin with what is known of it at
/// the nest's entry; the nest's own loop, when nothing is, with the counter itself: see
/// OwnCounters.h.
SourceNest withEntryStarts(SourceNest nest);

} // namespace acc
