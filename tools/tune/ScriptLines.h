// The lines of a tuned script for one nest.
#pragma once

#include "tools/tune/Tune.h"

#include <map>

namespace acc {

/// How many times as fast as the original a schedule must be to be taken: less is noise.
inline constexpr double kWorthTaking = 1.05;
/// From here on it does not lose on an input: the same.
inline constexpr double kNoLoss = 0.97;

/// One schedule on all inputs.
struct TuneMean {
  double ratio = 1;   // of the original's time to its own, the geometric mean
  bool loses = false; // on some input it is slower than the original, or not taken where it should
};

/// By round.
std::map<unsigned, TuneMean> meansOf(const TunedNest &measured);

struct TunedSchedule {
  std::string script;
  /// The expected part of the original's time by the cost function; none where it was not asked.
  std::optional<double> expected = {};
  /// The values of a script's parameters: "m = 4, n = 8".
  std::string values = {};
};

/// A combination of parameters that is no schedule of the nest.
struct RefusedPoint {
  std::string values, reason;
};

/// A comment with the nest's ratio, and behind it the script of the fastest round, when that is
/// worth taking: of those that are slower than the original on no input, the one with the highest
/// geometric mean. Between them a line for each schedule. `schedules`: by round.
///   # gemm#1: 3.20 times as fast as the original (2 schedules tried, n = 512)
///   #   1: took 31% of the original's time, 15% were expected
///   #   2: took 38% of the original's time, 40% were expected
///   #   not measured with m = 6: ...
///   - nest: gemm#1
///     ...
///   # copy#1: the original is left, the best schedule is 0.98 times as fast (1 schedule tried, n =
///       4096)
///   # tell#1: not measured: it calls puts
std::string scriptLines(const std::string &nest, const TunedNest &measured,
                        const std::vector<TunedSchedule> &schedules,
                        const std::vector<RefusedPoint> &refused = {});

} // namespace acc
