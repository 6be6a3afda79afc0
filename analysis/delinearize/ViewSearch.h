// The search for the views of one base: what proposes them, and in which order.
#pragma once

#include "analysis/delinearize/ViewCandidate.h"

namespace acc {

/// The views found for the accesses of one base, best first, in this order:
///   1. one that always holds, then one whose condition is affine, then any other, then one that
///       never holds;
///   2. of two with conditions, that with the weaker one; else that with the simpler one;
///   3. that with more dimensions; then the simpler condition; then the one that was found first,
///       but loop counters
///      (`for (s = 0; s < S; s++)` says rows of S) before strides.
/// The first three lines are `preferred`. What a generator knows better, it says where it proposes
/// the view (ViewSearch.cpp). Never empty: where no rows are found, affine indices have the flat
/// view. `NoView` names the first access that has no affine subscripts in any rows; `TooComplex`
/// when shapes were given up for want of quota.
Outcome<std::vector<ViewCandidate>> viewsOf(const DomainFacts &facts,
                                            const std::vector<IndexUse> &uses);

/// The search would find the same for both accesses, also of different arrays.
bool areAlike(const DomainFacts &facts, const IndexUse &a, const IndexUse &b);

} // namespace acc
