#include "analysis/tree/ScalarValue.h"

#include "analysis/tree/NumberTypes.h"
#include "analysis/tree/TreeUtil.h"

#include <cmath>

namespace acc {
namespace {

ScalarValue compared(Op op, const ScalarValue &a, const CType &aType, const ScalarValue &b,
                     const CType &bType) {
  int order;
  if (a.isFloating || b.isFloating)
    order = a.number < b.number ? -1 : a.number > b.number ? 1 : a.number == b.number ? 0 : 2;
  else
    order = numberOf(a, aType) < numberOf(b, bType)   ? -1
            : numberOf(a, aType) > numberOf(b, bType) ? 1
                                                      : 0;
  bool holds = op == Op::Less           ? order == -1
               : op == Op::LessEqual    ? order == -1 || order == 0
               : op == Op::Greater      ? order == 1
               : op == Op::GreaterEqual ? order == 1 || order == 0
               : op == Op::EqualEqual   ? order == 0
                                        : order != 0;
  return ScalarValue::integer(holds);
}

} // namespace

bool isTrue(const ScalarValue &value) {
  return value.isFloating ? value.number != 0 : value.bits != 0;
}

Wide numberOf(const ScalarValue &value, const CType &type) {
  return type.isSigned ? Wide(int64_t(value.bits)) : Wide(value.bits);
}

ScalarValue wrapped(Wide number, const CType &type) {
  return {false, uint64_t(converted(number, type)), 0};
}

ScalarValue rounded(double number, const CType &type) {
  return ScalarValue::floating(type.size == 4 ? double(float(number)) : number);
}

std::optional<ScalarValue> convert(const ScalarValue &value, const CType &from, const CType &to) {
  if (isInexact(to))
    return rounded(value.isFloating ? value.number : double(numberOf(value, from)), to);
  if (!value.isFloating)
    return wrapped(numberOf(value, from), to);
  if (to.kind == CType::Kind::Boolean)
    return wrapped(value.number != 0, to);
  double whole = std::trunc(value.number);
  bool isHeld = std::fabs(whole) < 9.2e18 && numberOf(wrapped(Wide(whole), to), to) == Wide(whole);
  return isHeld ? std::optional(wrapped(Wide(whole), to)) : std::nullopt;
}

std::optional<ScalarValue> operate(Op op, const ScalarValue &a, const CType &aType,
                                   const ScalarValue &b, const CType &bType, const CType &type,
                                   bool wrapsSigned) {
  if (isComparison(op))
    return compared(op, a, aType, b, bType);
  if (isInexact(type)) {
    double x = a.number, y = b.number;
    return rounded(op == Op::Plus    ? x + y
                   : op == Op::Minus ? x - y
                   : op == Op::Star  ? x * y
                                     : x / y,
                   type);
  }
  if (!type.isInteger() || a.isFloating || b.isFloating)
    return std::nullopt;
  auto result = integerArithmetic(op, numberOf(a, aType), numberOf(b, bType), type, wrapsSigned);
  return result ? std::optional(wrapped(*result, type)) : std::nullopt;
}

CType commonType(const CType &a, const CType &b) {
  if (isComplex(a) || isComplex(b))
    return !isComplex(b) || (isComplex(a) && a.size >= b.size) ? a : b;
  if (a.kind == CType::Kind::Floating || b.kind == CType::Kind::Floating)
    return b.kind != CType::Kind::Floating || (a.kind == CType::Kind::Floating && a.size >= b.size)
               ? a
               : b;
  const CType promotedA = a.bits() < 32 ? truthType() : a,
              promotedB = b.bits() < 32 ? truthType() : b;
  bool isLeft = promotedA.bits() != promotedB.bits() ? promotedA.bits() > promotedB.bits()
                                                     : !promotedA.isSigned;
  return isLeft ? promotedA : promotedB;
}

} // namespace acc
