// Flat memory seen as rows by a cast: subscripts in elements again.
//
//   given:  (int n, int m, float *A)
//   before: for (int i = 0; i < n; i++) ((float (*)[m])A)[i][1] = 0;
//   after:  for (int i = 0; i < n; i++) ((float *)A)[(long)i*(long)m + (long)1] = 0;
//
//   before: for (int i = 0; i < n; i++) ((float (*)[m][4])A)[i][1][2] = 0;
//   after:  for (int i = 0; i < n; i++) ((float *)A)[((long)i*(long)m + (long)1)*(long)4 + (long)2]
//           = 0;
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

/// No Cast with sizes is left: one that stands alone is the cast to a pointer to elements. The
/// index is reckoned in the type of pointer differences, as the address is.
SourceNest withoutArrayCasts(SourceNest nest);

} // namespace acc
