// Nests in which gcc must not be told that pointers are apart.
#pragma once

#include "analysis/model/Scop.h"

namespace acc {

/// Two loops move through an array that the nest writes by multiples of one size that is no number, so that iterations of both
/// may reach one element. gcc 12 exchanges such loops at -O3 where it knows the array to be apart from all others, and sums then have
/// another order (Debian 12.2, -floop-interchange, 2026-11); where it does not know it, it leaves them.
///   for (g = 0; g < n; g++) for (h = 0; h < m; h++) A[(g + h)*n] += B[h];
bool hasSharedStrides(const Scop &scop);

} // namespace acc
