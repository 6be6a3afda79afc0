// Values of a nest's outer loops as sets: [t0 .. t(depth)] of a loop order.
#pragma once

#include "analysis/support/IslInterop.h"

namespace acc {

/// The instances of statements that share the loop at `depth`, apart by which of them
/// run for the same values of the loops up to it, in the order of the loop.
///   S0: i < n, S1: i < m     ->   both: i < min(n, m);  S0: m <= i < n;  S1: n <= i < m
/// `times`: per statement { S[..] -> [t] }. Empty when the loop over all has one end
/// whatever the sizes, when the parts interleave, or for more than three statements.
std::vector<isl::union_set> apartAt(const std::vector<isl::map> &times, unsigned depth,
                                    const isl::set &context);

} // namespace acc
