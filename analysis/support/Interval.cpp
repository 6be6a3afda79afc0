#include "analysis/support/Interval.h"

#include <algorithm>

namespace acc {
__int128 saturated(__int128 value) { return std::clamp(value, -kBeyond, kBeyond); }

__int128 saturatedProduct(__int128 a, __int128 b) {
  __int128 result;
  if (__builtin_mul_overflow(a, b, &result))
    return (a < 0) == (b < 0) ? kBeyond : -kBeyond;
  return saturated(result);
}

Interval operator+(const Interval &a, const Interval &b) {
  return {saturated(a.low + b.low), saturated(a.high + b.high)};
}

Interval operator*(const Interval &a, const Interval &b) {
  auto [low, high] =
      std::minmax({saturatedProduct(a.low, b.low), saturatedProduct(a.low, b.high),
                   saturatedProduct(a.high, b.low), saturatedProduct(a.high, b.high)});
  return {low, high};
}

__int128 magnitudeOf(const Interval &interval) { return std::max(interval.high, -interval.low); }

Interval intervalOf(const Term &term, const IntervalOfName &ofName) {
  Interval result{term.coefficient, term.coefficient};
  for (const auto &[name, exponent] : term.powers) {
    const Interval one = ofName(name);
    for (int k = 0; k < exponent; ++k)
      result = result * one;
  }
  return result;
}

Interval intervalOf(const Polynomial &value, const IntervalOfName &ofName) {
  if (value.overflowed()) {
    const int64_t scale = value.denominator();
    const Polynomial numerator = value * Polynomial(scale);
    if (scale <= 1 || numerator.overflowed())
      return kAnyInteger;
    const Interval whole = intervalOf(numerator, ofName);
    return {saturated(whole.low / scale - 1), saturated(whole.high / scale + 1)};
  }
  Interval sum;
  for (const Term &term : value.terms())
    sum = sum + intervalOf(term, ofName);
  return sum;
}

} // namespace acc
