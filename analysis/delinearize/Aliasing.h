// Which arrays of a scop may overlap each other.
#pragma once

#include "analysis/delinearize/Delinearization.h"

namespace acc {

/// The pairs of which one side is written and that only a comparison of
/// addresses can keep apart; what `restrict` rules out becomes a Proved
/// Disjoint assumption. Types rule nothing out: of what is read as one type a
/// later store may make another (C11 6.5p6), as where samples are widened in
/// place, from the last one down.
struct AliasPairs {
  std::vector<std::pair<int, int>> unknown;
  /// Arrays with an index in Scop::kept that they may reach.
  std::vector<std::pair<int, int>> kept;
  std::vector<Assumption> assumptions;
};

/// Scalars and private variables have their own storage; members of one base
/// are apart from each other.
AliasPairs aliasPairs(const Scop &scop);

} // namespace acc
