// Division with remainder by a divisor that may be a parameter.
#pragma once

#include "analysis/model/Parameters.h"

namespace acc {

/// value == quotient*divisor + rest.
struct Quotient {
  Polynomial quotient, rest;
};

/// Takes the multiples of the divisor that can be seen out of the value:
///   i*m + j  by m  ->  i, j          4*q + r + 5  by 4  ->  q + 1, r + 1
/// Nothing is said of the rest; the caller decides whether it is in [0, divisor).
Quotient reducedBy(const Polynomial &value, const Polynomial &divisor);

/// x / c, x % c, x >> 2^s and x & (2^s - 1): all the same for x >= 0.
struct DivisionForm {
  ExprRef dividend;
  /// Null when `power` is the divisor.
  ExprRef divisor;
  int64_t power = 0;
  bool isRemainder = false;
};

/// The integer expression as such a division; none when it is another operation.
std::optional<DivisionForm> divisionForm(const Expr &expr);

/// x & ~(2^bits - 1), or (`isRest`) x & (2^bits - 1).
struct MaskForm {
  int bits = 0;
  bool isRest = false;
};

/// None when the integer expression is no such mask of at most 30 bits.
std::optional<MaskForm> maskForm(const Expr &expr);

} // namespace acc
