// Small inputs of a nest at which a condition over its parameters holds.
#pragma once

#include "analysis/model/Examples.h"

namespace acc {

/// A few points at which `wanted`, over the scop's parameters, holds, the least first, then some at
/// which all loops have several iterations; empty when none is found, which says nothing of the
/// condition. Each is a value for the scalars of the source that the condition rests on, by the
/// names of their symbols; parameters that are worked out from others are left out.
std::vector<Point> smallPoints(const Scop &scop, const Condition &wanted);

/// The same and others near them, up to `most`.
std::vector<Point> manySmallPoints(const Scop &scop, const Condition &wanted, size_t most);

/// The point, which names scalars of the source, with the values of the parameters that it gives:
/// {m: 9} with q = m / 4 is {m: 9, q: 2}. Those that cannot be worked out are missing.
Point withParameters(const Scop &scop, const Point &point);

} // namespace acc
