// The results of the runs of one rewritten nest, and the conclusion. Plain values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
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

/// An input on which one integer, of that name, is small beside others.
struct ThinSize : MeasuredSize {
  std::string name;
};

struct Measurement {
  /// Why nothing was measured, as a sentence; "" when something was.
  std::string notMeasured;
  /// Its compiler does not read the nest or the fast version: an #if around one that holds for
  /// Clang is false for it.
  bool isLeftOut = false;
  /// How the versions differ and on what input; "" when all runs were alike.
  std::string difference;
  /// The sizes that were timed, the least data first, then the least time.
  std::vector<MeasuredSize> sizes;
  /// For each integer inputs from the least at which the check holds, up to one that does not lose.
  std::vector<ThinSize> thin;
  /// Sizes at which the check is false and the original runs behind it.
  std::vector<MeasuredSize> missed;
  /// Processor time of the child.
  double milliseconds = 0;
};

/// A rewrite is kept when it is so many times as fast at one size, and nowhere slower than this.
inline constexpr double kLeastGain = 1.05, kMostLoss = 0.98;
/// Behind a false check the original may lose a little more: the same loops may get other registers
/// there (gcc 12 -O2, a dot product of 24 elements: 0.97), which a check of fewer terms would not
/// change.
inline constexpr double kMostLossBehind = 0.96;
/// Identical builds differ by so much.
inline constexpr double kMostNoise = 0.93;

struct Decision {
  enum class Kind {
    Keep,
    /// It pays at the sizes from `from` to before `end`, and not at the next ones; not where
    /// integers are smaller than in `thin`, or `least.name` than at `least.size`.
    KeepWithin,
    /// It pays nowhere, or makes the original slower behind it.
    Drop
  } kind = Kind::Keep;
  size_t from = 0, end = 0;
  /// In Measurement::thin.
  std::vector<size_t> thin = {};
  /// An integer of one of Measurement::sizes.
  struct Least {
    size_t size = 0;
    std::string name;
  };
  std::optional<Least> least = {};
};

/// By the two limits; of the intervals that the sizes have in their order and by one integer, the
/// one that gains most. Without sizes: Keep, since nothing speaks against it.
Decision decide(const Measurement &measured);

/// Nothing is kept because of losses that two builds of one text may show in one process: other
/// places of code and data are enough for these.
bool isDoubtful(const Measurement &measured);

/// Of each size the better result of both: a loss counts that two processes have.
Measurement agreed(Measurement one, const Measurement &other);

/// "n = 64, m = 64: 0.71".
std::string describe(const MeasuredSize &size);

} // namespace acc
