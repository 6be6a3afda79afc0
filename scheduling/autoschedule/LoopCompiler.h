// What the compiler makes of the loops of a unit by itself.
#pragma once

namespace acc {

/// How far the unit's own flags let its compiler go. The default is -O3.
struct LoopCompiler {
  enum class Vectors {
    None,
    FixedLengths, // loops whose number of iterations the text tells: gcc 12 and later at -O2
    All
  };
  Vectors vectors = Vectors::All;
  /// Sums of floating-point numbers may be taken in another order: -Ofast, -ffast-math.
  bool reassociates = false;
  /// A store below a condition to an element of a local array that is not read anyway runs in
  /// vectors: with the masks of AVX-512, or because the compiler blends what it stores, as clang
  /// does and gcc 12 does not.
  bool storesBelowConditions = true;
};

} // namespace acc
