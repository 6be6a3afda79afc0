// A nest read a second time, by running it: what its normal form does, against the nest as the source has it.
#pragma once

#include "analysis/model/Scop.h"

namespace acc {

struct SecondReading {
  /// At so many points both were run.
  unsigned points = 0;
  /// An internal error: at one of them they differ.
  std::optional<Rejection> difference;
};

/// Interprets `source`, and what the passes of `normalize` make of the nest that the scop was read from, at some twenty
/// small points where `wanted`, over the scop's parameters, holds. The two nests are one and the same but in tests. It is
/// a test, no proof; pointers of different names point to different objects in it.
SecondReading readAgain(const SourceNest &source, const Scop &scop, const Condition &wanted);

} // namespace acc
