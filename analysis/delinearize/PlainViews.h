// Views in which each loop has a separate subscript.
#pragma once

#include "analysis/delinearize/ArrayViews.h"

namespace acc {

/// The choices with another view of each array that has a loop in two of its subscripts, where one
/// of its alternatives has it in one: what a tile of the loops touches is a box then. None when no
/// array has such an alternative.
///   c[i + j*n] with i >= j:  (j, i - j) in rows of n + 1   ->   (j, i) in rows of n
std::optional<ViewChoices> withPlainViews(const Scop &scop, const ViewChoices &choices);

} // namespace acc
