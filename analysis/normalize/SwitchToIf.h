// A switch as the ifs that it means.
//
//   given:  (int n, int k, float *A)
//   before: for (int i = 0; i < n; i++) switch (k) { case 1: case 2: A[i] = 1; break; default: A[i]
//           = 0; }
//   after:  for (int i = 0; i < n; i++) if (k == 1 || k == 2) A[i] = 1; else A[i] = 0;
//
//   before: for (int i = 0; i < n; i++) switch (k) { default: A[i] = 0; break; case 1: { A[i] = 1;
//           break; } case 3: break; }
//   after:  for (int i = 0; i < n; i++) if (k == 1) A[i] = 1; else if (k == 3) ; else A[i] = 0;
//
// A short section is repeated in the one that falls through to it.
//
//   before: for (int i = 0; i < n; i++) switch (k) { case 1: A[i] = 1; case 2: A[i] += 2; break;
//           default: A[i] = 0; }
//   after:  for (int i = 0; i < n; i++) if (k == 1) { A[i] = 1; A[i] += 2; } else if (k == 2) A[i]
//           += 2; else A[i] = 0;
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

/// No Switch is left: where a section runs into one that is long or has loops, a break hides in a
/// section, or what is chosen by cannot be reckoned twice, its statements stand behind an
/// Unsupported one, in no meaning of their own.
SourceNest withSwitchesAsIfs(SourceNest nest);

} // namespace acc
