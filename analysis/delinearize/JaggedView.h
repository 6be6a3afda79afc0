// Views with rows of different lengths, such as packed triangles.
#pragma once

#include "analysis/delinearize/ViewCandidate.h"

namespace acc {

/// Some index of the array is quadratic in a loop variable, so that no product
/// of sizes describes it.
bool needsRows(const Scop &scop, int array);

/// index = R(s_0) + s_1, 0 <= s_1 < R(s_0 + 1) - R(s_0):
///   i*(i+1)/2 + j, j <= i            ->  R(r) = r*(r+1)/2,       (i, j)
///   i*n - i*(i-1)/2 + j - i, i <= j  ->  R(r) = r*n - r*(r-1)/2, (i, j - i)
///   i*i + j, j <= 2*i                ->  R(r) = r*r,             (i, j)
/// R is quadratic, so the row length is linear in r: positive at two rows that
/// are accessed it is positive between them, and no two rows overlap.
/// `NoView` names the access that fits no R found in the others.
Outcome<ViewCandidate> jaggedView(const DomainFacts &facts, int array);

/// What chooseView takes from IndexUse for an index that is not linear.
std::vector<IndexUse> plainUses(const Scop &scop, int array);

/// The elements of a jagged view that the accesses may touch; none when the
/// first row does not start at a constant.
std::optional<ElementRange> jaggedRange(const DomainFacts &facts, const ArrayView &view,
                                        const std::vector<ViewAccess> &accesses);

} // namespace acc
