#include "analysis/tree/Conversions.h"

namespace acc {
namespace {

std::optional<Wide> valueOf(const Expr &expr) {
  if (!expr.type.isInteger())
    return std::nullopt;
  auto operand = [&](size_t k, const CType &type) -> std::optional<Wide> {
    auto value = valueOf(*expr.operands[k]);
    return value ? std::optional(converted(*value, type)) : std::nullopt;
  };
  switch (expr.kind) {
  case Expr::Kind::Integer:
    return converted(expr.value, expr.type);
  case Expr::Kind::Cast:
    return operand(0, expr.type);
  case Expr::Kind::Unary: {
    auto value = valueOf(*expr.operands[0]);
    if (!value)
      return std::nullopt;
    if (expr.op() == Op::Exclaim)
      return *value == 0;
    Wide number = converted(*value, expr.type);
    if (expr.op() == Op::Plus)
      return number;
    if (expr.op() == Op::Tilde)
      return converted(~number, expr.type);
    return expr.op() == Op::Minus ? integerArithmetic(Op::Minus, 0, number, expr.type)
                                  : std::nullopt;
  }
  case Expr::Kind::Binary: {
    auto a = valueOf(*expr.operands[0]), b = valueOf(*expr.operands[1]);
    if (!a || !b)
      return std::nullopt;
    if (isComparison(expr.op())) {
      bool isLess = *a < *b, isEqual = *a == *b;
      return expr.op() == Op::Less           ? isLess
             : expr.op() == Op::LessEqual    ? isLess || isEqual
             : expr.op() == Op::Greater      ? !isLess && !isEqual
             : expr.op() == Op::GreaterEqual ? !isLess
             : expr.op() == Op::EqualEqual   ? isEqual
                                             : !isEqual;
    }
    if (expr.op() == Op::AmpAmp)
      return *a != 0 && *b != 0;
    if (expr.op() == Op::PipePipe)
      return *a != 0 || *b != 0;
    bool isShift = expr.op() == Op::LessLess || expr.op() == Op::GreaterGreater;
    return integerArithmetic(expr.op(), converted(*a, expr.type),
                             isShift ? *b : converted(*b, expr.type), expr.type);
  }
  case Expr::Kind::Conditional: {
    auto test = valueOf(*expr.operands[0]);
    return test ? operand(*test != 0 ? 1 : 2, expr.type) : std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

bool isIntegerCast(const Expr &expr) {
  return expr.kind == Expr::Kind::Cast && expr.type.isInteger() &&
         expr.operands[0]->type.isInteger();
}

bool isAddress(const CType &type) {
  return type.kind == CType::Kind::Pointer || type.kind == CType::Kind::Array;
}

} // namespace

std::pair<Wide, Wide> limitsOf(const CType &type) {
  if (type.kind == CType::Kind::Boolean)
    return {0, 1};
  unsigned bits = type.bits() ? type.bits() : 64;
  if (!type.isSigned)
    return {0, (Wide(1) << bits) - 1};
  return {-(Wide(1) << (bits - 1)), (Wide(1) << (bits - 1)) - 1};
}

Wide converted(Wide value, const CType &type) {
  if (type.kind == CType::Kind::Boolean)
    return value != 0;
  auto [low, high] = limitsOf(type);
  Wide count = high - low + 1, rest = (value - low) % count;
  return low + (rest < 0 ? rest + count : rest);
}

bool keepsValues(const CType &from, const CType &to) {
  if (!from.isInteger() || !to.isInteger() || !from.size || !to.size)
    return false;
  auto [low, high] = limitsOf(from);
  auto [lowest, highest] = limitsOf(to);
  return lowest <= low && high <= highest;
}

bool mayChangeNumber(const CType &from, const CType &to) {
  const bool isFromFloating = from.kind == CType::Kind::Floating,
             isToFloating = to.kind == CType::Kind::Floating;
  if ((!from.isInteger() && !isFromFloating) || (!to.isInteger() && !isToFloating) ||
      to.kind == CType::Kind::Boolean)
    return false;
  if (isFromFloating)
    return !isToFloating || to.size < from.size;
  if (!isToFloating)
    return to.size < from.size;
  const unsigned digits = to.size <= 4 ? 24 : 53;
  return from.bits() - (from.isSigned ? 1 : 0) > digits;
}

const Expr &skipWidening(const Expr &expr) {
  const Expr *inner = &expr;
  while (inner->kind == Expr::Kind::Cast && keepsValues(inner->operands[0]->type, inner->type))
    inner = inner->operands[0].get();
  return *inner;
}

bool isWidened(const Expr &expr, SymbolId variable) {
  const Expr &inner = skipWidening(expr);
  return inner.kind == Expr::Kind::Symbol && inner.symbol == variable;
}

bool isTruthValue(const Expr &expr) {
  return (expr.kind == Expr::Kind::Binary || expr.kind == Expr::Kind::Unary) && isTruth(expr.op());
}

const Expr &skipTruthCasts(const Expr &expr) {
  const Expr *inner = &expr;
  while (isIntegerCast(*inner))
    inner = inner->operands[0].get();
  return isTruthValue(*inner) ? *inner : expr;
}

const Expr &skipPointerCasts(const Expr &expr) {
  const Expr *inner = &expr;
  while (inner->kind == Expr::Kind::Cast && isAddress(inner->type) &&
         isAddress(inner->operands[0]->type))
    inner = inner->operands[0].get();
  return *inner;
}

bool isNull(const Expr &expr) {
  if (expr.kind == Expr::Kind::Cast && expr.type.kind == CType::Kind::Pointer)
    return isNull(*expr.operands[0]);
  return constantValue(expr) == 0;
}

std::optional<int64_t> constantValue(const Expr &expr) {
  auto value = valueOf(expr);
  bool isHeld = value && *value >= INT64_MIN && *value <= INT64_MAX;
  return isHeld ? std::optional(int64_t(*value)) : std::nullopt;
}

std::optional<Wide> integerArithmetic(Op op, Wide a, Wide b, const CType &type, bool wrapsSigned) {
  Wide result;
  if (op == Op::Plus)
    result = a + b;
  else if (op == Op::Minus)
    result = a - b;
  else if (op == Op::Star) {
    // Unsigned products need the ring only; signed ones must not exceed it.
    if (__builtin_mul_overflow(a, b, &result))
      result = type.isSigned ? Wide(1) << 100 : Wide(uint64_t(a) * uint64_t(b));
  } else if (op == Op::Slash || op == Op::Percent) {
    if (b == 0)
      return std::nullopt;
    result = op == Op::Slash ? a / b : a % b;
  } else if (op == Op::LessLess || op == Op::GreaterGreater) {
    if (b < 0 || b >= type.bits())
      return std::nullopt;
    result = op == Op::GreaterGreater ? a >> int(b)
             : type.isSigned          ? a * (Wide(1) << int(b))
                                      : Wide(uint64_t(a) << int(b));
  } else if (op == Op::Amp)
    result = a & b;
  else if (op == Op::Pipe)
    result = a | b;
  else if (op == Op::Caret)
    result = a ^ b;
  else
    return std::nullopt;
  Wide value = converted(result, type);
  return value == result || !type.isSigned || wrapsSigned ? std::optional(value) : std::nullopt;
}

} // namespace acc
