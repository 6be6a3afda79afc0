// Detects loops that sweep over the same data repeatedly.
#pragma once

#include "scheduling/Nest.h"

namespace acc {

/// Each iteration of the dimension goes through the same elements: it is a loop that no subscript
/// and no bound names.
bool isRepetition(const Nest &nest, int dimension);

/// Bytes that one iteration of all loops inside the repetition takes of the arrays through which
/// some statement's loops all walk:
///   for t { for y for x v[y][x] = f(u[y][x]); for y for x u[y][x] = v[y][x]; }   of doubles   ->
///       16
int64_t bytesPerPoint(const Nest &nest, int repetition);

} // namespace acc
