// Second reading: the nest as the source has it and its normal form are interpreted at small points
// and compared.
#pragma once

#include "analysis/model/Scop.h"

namespace acc {

struct SecondReading {
  /// The number of points at which both were run.
  unsigned points = 0;
  /// An internal error, where they differ at one of the points.
  std::optional<Rejection> difference;
};

/// Interprets `source`, and what the passes of `normalize` make of the nest that the scop was read
/// from, at some twenty small points where `wanted`, over the scop's parameters, holds. The two
/// nests are one and the same but in tests. It is a test, no proof; pointers of different names
/// point to different objects in it.
SecondReading readAgain(const SourceNest &source, const Scop &scop, const Condition &wanted);

} // namespace acc
