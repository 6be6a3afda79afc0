// Whether a condition on sizes can be true in its unit: by its calls, constants, asserts, declared
// arrays and types.
#pragma once

#include "analysis/model/ScopIsl.h"
#include "analysis/support/Interval.h"
#include "analysis/tree/KnownSizes.h"

namespace acc {

/// The names that a conjunct equates with a number: step == 16 && n > 0   ->   step: 16
std::map<std::string, int64_t> equatedNumbers(const Condition &condition);

/// The interval of a parameter by one entry of SizesOfCalls; what its type allows where that tells
/// nothing.
Interval knownInterval(const Scop &scop, const std::map<std::string, KnownSize> &sizes,
                       const std::string &parameter);

/// False only where the condition on parameters is false whenever the nest is reached in its unit
/// and touches its arrays within their declared sizes.
///   lags(240, 4, x, r);  most >= 15     double a[6][6], i < n;  n >= 8     both: false
bool mayHoldInUnit(const IslContext &context, const Scop &scop, const KnownSizes &sizes,
                   const Condition &condition);

/// The condition is false for one of several calls whose sizes are known, and may be true for
/// another.
bool leavesOutCalls(const IslContext &context, const Scop &scop, const KnownSizes &sizes,
                    const Condition &condition);

/// The values from which to which parameters go where the condition holds and the nest touches its
/// arrays within their declared sizes; where it touches no such array, only of parameters that the
/// condition equates with numbers.
///   short line[16]; for (; i < 16; i++) line[i] = x;   i < 16   ->   i: 0 to 15
std::map<std::string, KnownSize> sizesWithinDeclared(const IslContext &context, const Scop &scop,
                                                     const Condition &condition);

/// The sizes by which that is so, as far as the condition names them: "most = 4", "dim <= 6"; of
/// several calls "n = 4 or 6".
std::string knownSizesText(const Scop &scop, const KnownSizes &sizes, const Condition &condition);

} // namespace acc
