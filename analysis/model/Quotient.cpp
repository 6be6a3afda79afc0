#include "analysis/model/Quotient.h"

#include "analysis/tree/Conversions.h"

namespace acc {
namespace {

int64_t floorDivide(int64_t a, int64_t b) {
  int64_t quotient = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

} // namespace

Quotient reducedBy(const Polynomial &value, const Polynomial &divisor) {
  Quotient result{Polynomial(0), value};
  if (auto c = divisor.constant()) {
    if (*c <= 0)
      return result;
    for (Term term : value.terms()) {
      term.coefficient =
          term.powers.empty() ? floorDivide(term.coefficient, *c) : term.coefficient / *c;
      result.quotient += Polynomial::fromTerm(term);
    }
    result.rest = value - result.quotient * divisor;
    return result;
  }
  for (const std::string &name : divisor.symbols())
    if (auto parts = value.divide(divisor, name); parts && !parts->first.isZero())
      return {parts->first, parts->second};
  return result;
}

std::optional<DivisionForm> divisionForm(const Expr &expr) {
  if (expr.kind != Expr::Kind::Binary || !expr.type.isInteger() ||
      !expr.operands[0]->type.isInteger() || !expr.operands[1]->type.isInteger())
    return std::nullopt;
  DivisionForm form;
  form.dividend = expr.operands[0];
  if (expr.op() == Op::Slash || expr.op() == Op::Percent) {
    form.divisor = expr.operands[1];
    form.isRemainder = expr.op() == Op::Percent;
    return form;
  }
  auto constant = constantValue(*expr.operands[1]);
  if (expr.op() == Op::GreaterGreater && constant && *constant >= 0 && *constant < 31) {
    form.power = int64_t(1) << *constant;
    return form;
  }
  bool isMask = constant && *constant > 0 && (*constant & (*constant + 1)) == 0;
  if (expr.op() == Op::Amp && isMask && *constant < INT32_MAX) {
    form.power = *constant + 1;
    form.isRemainder = true;
    return form;
  }
  return std::nullopt;
}

std::optional<MaskForm> maskForm(const Expr &expr) {
  if (expr.kind != Expr::Kind::Binary || expr.op() != Op::Amp || !expr.type.isInteger())
    return std::nullopt;
  // ~3 as an unsigned long has the bits of ~3; ~3u is 2^32 - 4.
  const Expr &right = *expr.operands[1];
  const bool isExtended = right.kind == Expr::Kind::Cast && right.type.isInteger() &&
                          right.operands[0]->type.isInteger() && right.operands[0]->type.isSigned &&
                          right.type.bits() >= right.operands[0]->type.bits();
  auto mask = constantValue(isExtended ? *right.operands[0] : right);
  if (!mask)
    return std::nullopt;
  const bool isHigh = !expr.type.isSigned && expr.type.bits() == 32 && *mask > INT32_MAX;
  const int64_t number = isHigh ? *mask - (int64_t(1) << 32) : *mask;
  for (int bits = 1; bits <= 30; ++bits) {
    if (number == (int64_t(1) << bits) - 1)
      return MaskForm{bits, true};
    if (number == -(int64_t(1) << bits))
      return MaskForm{bits, false};
  }
  return std::nullopt;
}

} // namespace acc
