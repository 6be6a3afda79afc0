// Which arrays of a scop may overlap each other.
#pragma once

#include "analysis/delinearize/Delinearization.h"

namespace acc {

/// The pairs of which one side is written and that only a comparison of
/// addresses can keep apart; what the language rules out becomes a Proved
/// Disjoint assumption where it rests on type-based aliasing or `restrict`.
struct AliasPairs {
  std::vector<std::pair<int, int>> unknown;
  /// Arrays with an index in Scop::kept that they may reach.
  std::vector<std::pair<int, int>> kept;
  std::vector<Assumption> assumptions;
};

/// C11 6.5p7: lvalues of these types never reach the same object. Numbers of one size are not
/// told apart (long, long long): programs take them for the same.
bool typesApart(const CType &a, const CType &b);

/// Scalars and private variables have their own storage; members of one base
/// are apart from each other.
AliasPairs aliasPairs(const Scop &scop);

} // namespace acc
