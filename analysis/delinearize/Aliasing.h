// Determines which arrays of a scop may overlap.
#pragma once

#include "analysis/delinearize/Delinearization.h"

namespace acc {

/// The pairs with one written side that only a comparison of addresses can prove disjoint; pairs
/// that `restrict` rules out become a Proved Disjoint assumption. Types rule nothing out: a later
/// store may change the type of an object (C11 6.5p6), for example if samples are widened in place,
/// from the last one down.
struct AliasPairs {
  std::vector<std::pair<int, int>> unknown;
  /// Arrays with an index in Scop::kept that they may reach.
  std::vector<std::pair<int, int>> kept;
  std::vector<Assumption> assumptions;
};

/// Both are arrays that are declared, each by a name of its own: variables, or members of a record
/// that no pointer leads to. These do not overlap (C11 6.7.2.1p15); unions are not read at all.
bool areDeclaredApart(const Scop &scop, const ScopArray &x, const ScopArray &y);

/// Scalars and private variables have separate storage; members of one base are disjoint.
AliasPairs aliasPairs(const Scop &scop);

} // namespace acc
