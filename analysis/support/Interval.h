// Intervals of integers, for values of which only the ranges of their parts are known.
#pragma once

#include "analysis/support/Polynomial.h"

#include <functional>

namespace acc {

/// All integers from `low` to `high`, both inclusive. Ends are at most kBeyond in magnitude: there
/// they mean that nothing is known.
struct Interval {
  __int128 low = 0, high = 0;
};

/// Wide enough for sums and products of 64-bit bounds.
constexpr __int128 kBeyond = static_cast<__int128>(1) << 100;
constexpr Interval kAnyInteger{-kBeyond, kBeyond};

/// The value, or the end of kAnyInteger that it lies beyond.
__int128 saturated(__int128 value);
/// a * b, saturated.
__int128 saturatedProduct(__int128 a, __int128 b);

/// The values of x + y and x * y, x and y in the intervals; saturated.
Interval operator+(const Interval &a, const Interval &b);
Interval operator*(const Interval &a, const Interval &b);

/// The greatest magnitude of a value.
__int128 magnitudeOf(const Interval &interval);

/// The interval of a name.
using IntervalOfName = std::function<Interval(const std::string &)>;

/// A superset of the values that the term or polynomial has where its names are in their intervals.
/// Of one with a denominator, rounded outwards; anything where a coefficient exceeds 64 bits.
Interval intervalOf(const Term &term, const IntervalOfName &ofName);
Interval intervalOf(const Polynomial &value, const IntervalOfName &ofName);

} // namespace acc
