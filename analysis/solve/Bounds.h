// Bounds of polynomials over the executed instances of a statement, where isl
// has no answer because coefficients are parameters.
#pragma once

#include "analysis/solve/DomainFacts.h"
#include "analysis/support/Interval.h"

namespace acc {

/// Polynomials over parameters of which the greatest (least) is at or beyond
/// every value of `value` on the statement's executed instances. An iterator in
/// which `value` is linear takes its extremes at the ends of its loop, so each
/// is replaced from the innermost outwards; the end is chosen by the sign of
/// the coefficient where that is known, else both are kept:
///   i*ldc + j, 0 <= i < n, 0 <= j < m, ldc >= 0  ->  (n - 1)*ldc + m - 1
/// Where `when` holds besides, a comparison in it stands for the loop's end, its multiple
/// being added so that the iterator vanishes:
///   (y*s - pad + k)*w + x, y*s - pad + k < h, 0 <= x < w, w >= 0  ->  (h - 1)*w + w - 1
/// Empty when an iterator occurs with a higher power, or too many arise.
std::vector<Polynomial> endpointBounds(const DomainFacts &facts, int statement,
                                       const Polynomial &value, bool greatest,
                                       const Condition &when = Condition::always());

/// A polynomial over parameters at or beyond every value that comparisons of `when` leave, without
/// a loop's end; none when they do not bound the value.
///   y*s - pad + k < h  ->  y*s - pad + k is at most h - 1
std::optional<Polynomial> testedBound(const DomainFacts &facts, int statement,
                                      const Polynomial &value, bool greatest,
                                      const Condition &when);

/// As DomainFacts::outside for the instances where `when` holds, when coefficients are parameters.
/// By endpointBounds, so it is a superset where the domain is no box. None without bounds.
///   S*ow + kw in [0, W), 0 <= ow < OW, 0 <= kw < KW:
///   (OW - 1)*S < 0 || KW > W || (OW - 1)*S + KW > W
std::optional<isl::set> outsideByEnds(const DomainFacts &facts, int statement,
                                      const Polynomial &value, const Polynomial &low,
                                      const Polynomial &size, const Condition &when);

/// The values of a polynomial over all values that the parameters' types allow; any integer where a
/// type has no 64-bit range.
Interval typeInterval(const Scop &scop, const Polynomial &value);

} // namespace acc
