// Views by independent strides, if there is no chain of divisors.
#pragma once

#include "analysis/delinearize/ViewCandidate.h"

namespace acc {

/// index = offset + sum s_k*t_k with the strides themselves as t_k:
///   i*s0 + j*s1, 0 <= i < n, 0 <= j < m  ->  (i, j, 0) by (s0, s1, 1)
/// Distinct subscripts have distinct addresses (a mixed-radix numeral with slack) when in some
/// order t_k >= 1 + sum over later l of t_l*(e_l - 1), where e_l are the windows' widths. Every
/// order that may be decided at run time is one alternative of the validity. None when a width is
/// no polynomial. With `eitherSign` also for strides that are negative, as the pitch of an image
/// stored bottom-up:
///   (h - 1 - y)*st + x  ->  (-y, x) by (st, 1) from (h - 1)*st;  w <= st || w <= -st
std::optional<ViewCandidate> stridedView(const DomainFacts &facts,
                                         const std::vector<IndexUse> &uses, bool eitherSign);

} // namespace acc
