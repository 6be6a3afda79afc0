#include "rewriter/emit/Parameters.h"

#include "analysis/tree/ExprPrinter.h"
#include "rewriter/emit/PolynomialText.h"

#include <algorithm>
#include <set>

namespace acc {

std::string parameterText(const Scop &scop, const Parameter &parameter) {
  if (parameter.symbol >= 0)
    return scop.nest.symbol(parameter.symbol).spelling;
  if (parameter.definition)
    return "(" + printExpr(scop.nest, *parameter.definition) + ")";
  return "(" + parameter.valueText + ")";
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
  static const std::set<std::string> kTruth = {"<", "<=", ">", ">=", "==", "!=", "&&", "||", "!"};
  if (expr.kind == Expr::Kind::Symbol) {
    const Symbol &symbol = scop.nest.symbol(expr.symbol);
    return !symbol.throughPointer || mayBeRead(symbol);
  }
  bool isPlain = expr.kind == Expr::Kind::Integer || expr.kind == Expr::Kind::Literal ||
                 expr.kind == Expr::Kind::Cast ||
                 ((expr.kind == Expr::Kind::Binary || expr.kind == Expr::Kind::Unary) &&
                  (kTruth.count(expr.text) || expr.type.kind == CType::Kind::Floating));
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
