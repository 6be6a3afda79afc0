#include "rewriter/emit/Parameters.h"

#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/RowDistance.h"
#include "rewriter/emit/PolynomialText.h"

#include <algorithm>

namespace acc {

std::string parameterText(const Scop &scop, const Parameter &parameter) {
  if (parameter.symbol >= 0)
    return scop.nest.symbol(parameter.symbol).spelling;
  if (auto rows = parameter.definition ? rowDistance(*parameter.definition) : std::nullopt)
    return "ACC_PITCH(" + printExpr(scop.nest, *rows->first) + ", " +
           printExpr(scop.nest, *rows->next) + ")";
  if (parameter.definition)
    return "(" + printExpr(scop.nest, *parameter.definition) + ")";
  return "(" + parameter.valueText + ")";
}

std::string baseText(const Scop &scop, const Symbol &base) {
  const bool isRow =
      std::any_of(scop.parameters.begin(), scop.parameters.end(), [&](const Parameter &parameter) {
        auto rows = parameter.definition ? rowDistance(*parameter.definition) : std::nullopt;
        return rows && printExpr(scop.nest, *rows->first) == base.name;
      });
  return isRow ? "ACC_ANY_ROW(" + base.spelling + ")" : base.spelling;
}

std::string wideText(const Scop &scop, const WideType &wide, const Polynomial &value) {
  PolynomialText result = polynomialText(
      value.substitute(derivedValues(scop)),
      [&](const std::string &name) {
        const Parameter &parameter = *scop.parameter(name);
        std::string text = parameterText(scop, parameter);
        return parameter.type.spelling == wide.name ? text : "(" + wide.name + ")" + text;
      },
      [](const std::string &) { return false; });
  return result.at(TextLevel::Primary);
}

bool isHarmless(const Scop &scop, const Expr &expr,
                const std::function<bool(const Symbol &)> &mayBeRead) {
  if (expr.kind == Expr::Kind::Symbol) {
    const Symbol &symbol = scop.nest.symbol(expr.symbol);
    return !symbol.throughPointer || mayBeRead(symbol);
  }
  bool isPlain = expr.kind == Expr::Kind::Integer || expr.kind == Expr::Kind::Literal ||
                 expr.kind == Expr::Kind::Cast ||
                 ((expr.kind == Expr::Kind::Binary || expr.kind == Expr::Kind::Unary) &&
                  (isTruth(expr.op()) || expr.type.kind == CType::Kind::Floating));
  return isPlain &&
         std::all_of(expr.operands.begin(), expr.operands.end(),
                     [&](const ExprRef &part) { return isHarmless(scop, *part, mayBeRead); });
}

bool readsCarefully(const Scop &scop, const Parameter &parameter) {
  if (parameter.symbol < 0)
    return !parameter.value &&
           !(parameter.definition &&
             isHarmless(scop, *parameter.definition, [](const Symbol &) { return false; }));
  return scop.nest.symbol(parameter.symbol).throughPointer;
}

} // namespace acc
