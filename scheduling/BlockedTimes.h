// The times of a schedule over instances that know their blocks: what loops are written from.
#pragma once

#include "scheduling/Schedule.h"

namespace acc {

/// { S0[i, j, b0, ...] -> [t0, t1, ...] }: Schedule::timeMap with a further dimension of the
/// instances for each split, the number of the block. So no time needs a division, and what
/// bounds the loops over the times are the sizes of the splits and the domains, one by one.
///   i split by 5, then its inner index by 2: S0[i, b, c] -> [5b, 2c, i - 5b - 2c]
///   where 0 <= i - 5b < 5 and 0 <= i - 5b - 2c < 2
isl::union_map blockedTimeMap(const Schedule &schedule);

} // namespace acc
