// Values of C scalars and C's operations on them.
#pragma once

#include "analysis/tree/Conversions.h"

#include <optional>

namespace acc {

/// A C scalar: integers as the value modulo 2^64 with the sign of their type.
struct ScalarValue {
  bool isFloating = false;
  uint64_t bits = 0;
  double number = 0;

  static ScalarValue integer(int64_t value) { return {false, uint64_t(value), 0}; }
  static ScalarValue floating(double value) { return {true, 0, value}; }
  bool operator==(const ScalarValue &) const = default;
};

/// It is not zero.
bool isTrue(const ScalarValue &value);

/// The mathematical value of a C value of the integer type.
Wide numberOf(const ScalarValue &value, const CType &type);

/// The C value that the number becomes in the integer type.
ScalarValue wrapped(Wide number, const CType &type);

/// The number as a value of the floating-point type.
ScalarValue rounded(double number, const CType &type);

/// The value converted from one arithmetic type to another; none for a floating-point value that
/// the integer type does not hold, which is undefined.
std::optional<ScalarValue> convert(const ScalarValue &value, const CType &from, const CType &to);

/// `a op b` of `type`, the operands already in their common type (shifts excepted). None where it
/// is undefined, or no operation of these types; with `wrapsSigned` signed types wrap.
std::optional<ScalarValue> operate(Op op, const ScalarValue &a, const CType &aType,
                                   const ScalarValue &b, const CType &bType, const CType &type,
                                   bool wrapsSigned);

/// The type in which C computes an operation of the two (C17 6.3.1.8).
CType commonType(const CType &a, const CType &b);

} // namespace acc
