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
};

} // namespace acc
