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
      term.coefficient = term.powers.empty() ? floorDivide(term.coefficient, *c)
                                             : term.coefficient / *c;
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
  if (expr.text == "/" || expr.text == "%") {
    form.divisor = expr.operands[1];
    form.isRemainder = expr.text == "%";
    return form;
  }
  auto constant = constantValue(*expr.operands[1]);
  if (expr.text == ">>" && constant && *constant >= 0 && *constant < 31) {
    form.power = int64_t(1) << *constant;
    return form;
  }
  bool isMask = constant && *constant > 0 && (*constant & (*constant + 1)) == 0;
  if (expr.text == "&" && isMask && *constant < INT32_MAX) {
    form.power = *constant + 1;
    form.isRemainder = true;
    return form;
  }
  return std::nullopt;
}

} // namespace acc
