// What the runs of one rewritten nest showed, and what follows from it. Plain values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace acc {

/// Both versions on one input.
struct MeasuredSize {
  /// The integers of the input, by their names in C.
  std::vector<std::pair<std::string, int64_t>> values;
  /// Memory that the original touches, in whole pages.
  uint64_t bytes = 0;
  /// Nanoseconds of processor time of one run, the least of several.
  double original = 0, rewritten = 0;

  /// How many times as fast the rewritten version is.
  double ratio() const { return rewritten > 0 ? original / rewritten : 1; }
};

struct Measurement {
  /// Why nothing was measured, as a sentence; "" when something was.
  std::string notMeasured;
  /// How the versions differ and on what input; "" when all runs were alike.
  std::string difference;
  /// The sizes that were timed, the least work first.
  std::vector<MeasuredSize> sizes;
  /// Processor time of the child.
  double milliseconds = 0;
};

/// A rewrite is kept when it is so many times as fast at one size, and nowhere slower than this.
inline constexpr double kLeastGain = 1.05, kMostLoss = 0.98;

struct Decision {
  enum class Kind {
    Keep,
    /// It pays from the size `from` on, and not at one below.
    KeepFrom,
    /// It pays nowhere, or loses at the largest sizes.
    Drop
  } kind = Kind::Keep;
  size_t from = 0;
};

/// By the two limits. Without sizes: Keep, since nothing speaks against it.
Decision decide(const std::vector<MeasuredSize> &sizes);

/// "n = 64, m = 64: 0.71".
std::string describe(const MeasuredSize &size);

} // namespace acc
