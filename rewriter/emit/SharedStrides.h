// Nests in which gcc must not be told that pointers are apart.
#pragma once

#include "scheduling/Nest.h"

namespace acc {

/// Two loops move in one subscript of an array that the nest writes, so that iterations of both may
/// reach one element, and not both by a number of elements. gcc 12 exchanges such loops at -O3
/// where it knows the array to be apart from all others, and sums then have another order
/// (Debian 12.2, -floop-interchange, 2026-11); where it does not know it, it leaves them.
///   for (g = 0; g < n; g++) for (h = 0; h < m; h++) A[(g + h)*n] += B[h];
///   for (k = 0; k < m; k++) for (i = 0; i < n; i++) A[k + i*s] += w[k]*x[i];
bool hasSharedStrides(const LiftedScop &source);

} // namespace acc
