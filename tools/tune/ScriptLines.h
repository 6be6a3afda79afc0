// What a tuned script says of one nest.
#pragma once

#include "tools/tune/Tune.h"

namespace acc {

/// How many times as fast as the original a schedule must be to be taken: less is noise.
inline constexpr double kWorthTaking = 1.05;

/// A comment with the nest's ratio, and behind it the script of the fastest round, when that is
/// worth taking. `scripts`: by round.
///   # gemm#1: 3.20 times as fast as the original (2 schedules tried, n = 512)
///   - nest: gemm#1
///     ...
///   # copy#1: the original is left, the best schedule is 0.98 times as fast (1 schedule tried, n = 4096)
///   # tell#1: not measured: it calls puts
std::string scriptLines(const std::string &nest, const TunedNest &measured,
                        const std::vector<std::string> &scripts);

} // namespace acc
