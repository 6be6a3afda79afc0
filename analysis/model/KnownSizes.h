// Whether a condition on sizes can be true in its unit: by its calls, constants, asserts, declared
// arrays and types.
#pragma once

#include "analysis/model/ScopIsl.h"
#include "analysis/support/Interval.h"
#include "analysis/tree/KnownSizes.h"

namespace acc {

/// The interval of a parameter by one entry of SizesOfCalls; what its type allows where that tells
/// nothing.
Interval knownInterval(const Scop &scop, const std::map<std::string, KnownSize> &sizes,
                       const std::string &parameter);

/// False only where the condition on parameters is false whenever the nest is reached in its unit
/// and touches its arrays within their declared sizes.
///   lags(240, 4, x, r);  most >= 15     double a[6][6], i < n;  n >= 8     both: false
bool mayHoldInUnit(const IslContext &context, const Scop &scop, const KnownSizes &sizes,
                   const Condition &condition);

/// The values from which to which parameters go where the condition holds and the nest touches its
/// arrays within their declared sizes. Empty where it touches no such array.
///   short line[16]; for (; i < 16; i++) line[i] = x;   i < 16   ->   i: 0 to 15
std::map<std::string, KnownSize> sizesWithinDeclared(const IslContext &context, const Scop &scop,
                                                     const Condition &condition);

/// The sizes by which that is so, as far as the condition names them: "most = 4", "dim <= 6"; of
/// several calls "n = 4 or 6".
std::string knownSizesText(const Scop &scop, const KnownSizes &sizes, const Condition &condition);

} // namespace acc
