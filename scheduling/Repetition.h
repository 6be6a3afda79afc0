// Loops that go through the same data again and again.
#pragma once

#include "scheduling/Nest.h"

namespace acc {

/// Each iteration of the dimension goes through the same elements: it is a loop that no subscript and no bound names.
bool isRepetition(const Nest &nest, int dimension);

/// Bytes that one iteration of all loops inside the repetition takes of the arrays through which some statement's loops all walk:
///   for t { for y for x v[y][x] = f(u[y][x]); for y for x u[y][x] = v[y][x]; }   of doubles   -> 16
int64_t bytesPerPoint(const Nest &nest, int repetition);

/// Bytes swept in each iteration of a repetition from which blocks of several iterations pay: with 8 MB they take 1.1 times as
/// long as sweep by sweep, with 32 MB 0.4 times (two arrays of floats, gcc 12 and clang 19, Zen 5 with 32 MB of cache).
inline constexpr int64_t kOutgrown = 12 << 20;

} // namespace acc
