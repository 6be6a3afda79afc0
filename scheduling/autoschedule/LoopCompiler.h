// Predicts how the compiler treats loops: those of the source, under the unit's own flags, and
// those of the fast version, at each processor level at which it is compiled.
#pragma once

#include <string>
#include <vector>

namespace acc {

/// How far its flags let a compiler go with a loop. The default is -O3.
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
  /// Products of bytes are widened to 16 bits and summed up in pairs, as clang does. gcc 12 does so
  /// with numbers that it reads as such.
  bool pairsBytes = true;
  /// Bytes of a vector register, and how many registers there are. 0: those of the plan's target.
  unsigned vectorBytes = 0, vectorRegisters = 0;
};

/// One of the processors for which the fast version is compiled: "plain" is what the unit's own
/// flags allow, "avx2" and "avx512" are chosen at run time.
struct ProcessorLevel {
  std::string name = "plain";
  LoopCompiler compiler = {};
};

/// How the source and its fast version are compiled. A nest pays if its fast version is faster than
/// the source at some level, and the source is always compiled with the unit's own flags.
struct Builds {
  LoopCompiler source;
  /// Never empty; "plain" is the first.
  std::vector<ProcessorLevel> levels;
  /// The flag by which the unit asks for something else than speed (-O0, -Og, -Os, -Oz): nothing
  /// pays in it. "" for none.
  std::string notForSpeed = {};

  /// Both are compiled alike.
  Builds(const LoopCompiler &both = {}) : source(both), levels{{"plain", both}} {}
};

} // namespace acc
