#include "rewriter/emit/Parameters.h"

#include "analysis/model/ExprPrinter.h"

namespace acc {

std::map<std::string, Polynomial> derivedValues(const Scop &scop) {
  std::map<std::string, Polynomial> values;
  for (const Parameter &parameter : scop.parameters)
    if (parameter.symbol < 0 && parameter.value)
      values[parameter.name] = parameter.value->substitute(values);
  return values;
}

std::string parameterText(const Scop &scop, const Parameter &parameter) {
  if (parameter.symbol >= 0)
    return scop.nest.symbol(parameter.symbol).spelling;
  if (parameter.definition)
    return "(" + printExpr(scop.nest, *parameter.definition) + ")";
  return "(" + parameter.valueText + ")";
}

bool readsCarefully(const Scop &scop, const Parameter &parameter) {
  if (parameter.symbol < 0)
    return !parameter.value;
  return scop.nest.symbol(parameter.symbol).throughPointer;
}

} // namespace acc
