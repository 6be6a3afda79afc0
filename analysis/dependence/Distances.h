// Distances between the iterations of a dependence, per loop.
#pragma once

#include "analysis/dependence/AccessedElements.h"

namespace acc {

/// Pairs of subscripts, of the source and of the sink, as numbers of AccessedElements.
using ShapePairs = std::vector<std::pair<int, int>>;

/// What `distancesOf` would say of the nearest pairs that the level orders, in units of the loops'
/// variables, where there are any; none where that takes isl. `apart` is what
/// AccessedElements::apart says of all pairs of subscripts. A loop that no subscript names is one
/// step apart, if what lies between two of its iterations meets as these do.
///     for i for j: A[j] += ...;   i is one step apart, j none;   s += ...;   i is, j is not the
///         same for all
std::optional<LoopDistances> nearestPairs(const Scop &scop, AccessedElements &elements, int source,
                                          int sink, unsigned level, const ShapePairs &ends,
                                          const LoopDistances &apart);

/// Of pairs of iterations of the common loops, per loop where it is the same for all.
LoopDistances distancesOf(const Scop &scop, const isl::map &apart, const ScopStatement &source,
                          unsigned common);

/// Of the nearest pairs, `nearest`, among all that the loop of `level` orders, as deltas of the
/// common loops' iterations. A loop has a distance only where it tells of all pairs: all have it,
/// or all are multiples of the nearest one. The loop of `level` has that of the nearest pairs.
///     A[i][j] = A[i - 1][j];  1, 0        A[i][j] += A[0][0];  1, none
LoopDistances nearestDistancesOf(const Scop &scop, const isl::set &nearest, const isl::set &all,
                                 const ScopStatement &source, unsigned level);

/// A distance of the loop's variable as one of iterations; none where it is between two.
std::optional<int64_t> inSteps(int64_t distance, int64_t step);

bool isUniform(const LoopDistances &distance);

} // namespace acc
