// Numbers between which products of parameters lie, from the numbers between which their factors lie, and the other way round.
#pragma once

#include "analysis/support/Condition.h"
#include "rewriter/validate/Monomials.h"

#include <isl/cpp.h>

#include <set>

namespace acc {

/// What follows for the monomials, and for their factors, from the least and greatest value that each has in `known`, a set of
/// parameters where a product has the name of its monomial (conditionSet). Interval arithmetic of integers; only bounds that
/// `known` does not give already, so that it is always() where nothing new follows.
///   n <= 3, m <= 5, both at least 0:         n*m <= 15
///   -100 <= p*m <= 100, m >= 31:             -3 <= p <= 3
Condition productRanges(const isl::set &known, const std::set<Monomial> &monomials);

} // namespace acc
