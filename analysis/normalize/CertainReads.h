// Determines which locations behind pointers the source certainly reads, and where, so that they
// may be read early. Applied to the tree as the source has it, because later passes move values.
//
//   given:  (int n, int m, const int *end, const int *flag, float *A)
//   before: for (int i = 0; i < n; i++) for (int j = 0; j < *end; j++) if (m > 0 && *flag) A[j] =
//           i;
//   after:  for (int i = 0; i < n; i++) for (int j = 0; j < *end; j++) if (m > 0 && *flag) A[j] =
//           i;
//   reads:  end[0]
//
//   before: for (int i = 0; i < n; i++) if (*flag && m > 0) A[i] = 0;
//   after:  for (int i = 0; i < n; i++) if (*flag && m > 0) A[i] = 0;
//   reads:  flag[0]
//
//   What both branches read first is read in any case.
//   before: for (int i = 0; i < n; i++) if (m > i) A[i] = *end; else A[i] = *end + *flag;
//   after:  for (int i = 0; i < n; i++) if (m > i) A[i] = *end; else A[i] = *end + *flag;
//   reads:  end[0]; end[0]; end[0], flag[0]
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

/// The nest with `Stmt::reads` set, of loops by what their first part and their test read.
SourceNest withCertainReads(SourceNest nest);

} // namespace acc
