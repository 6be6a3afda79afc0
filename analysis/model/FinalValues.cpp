#include "analysis/model/FinalValues.h"

#include "analysis/model/IntegerValue.h"
#include "analysis/tree/ExprPrinter.h"

namespace acc {
namespace {

/// What the nest sets behind its loops.
Outcome<FinalValue> lastValueOf(ModelContext &model, const LastAssignment &last,
                                std::vector<WrapRequirement> &wraps) {
  FinalValue value;
  value.symbol = last.variable;
  value.value = last.value;
  const Symbol &symbol = model.nest.symbol(last.variable);
  IntegerReader reader(model, wraps);
  if (symbol.type.isInteger()) {
    auto number = reader.read(*last.value);
    if (!number)
      return number.rejection();
    if (number->isSingle()) {
      value.number = number->single();
      return value;
    }
  } else {
    const bool isSum = last.value->kind == Expr::Kind::Binary && last.value->op() == Op::Plus;
    const Expr &base = isSum ? *last.value->operands[0] : *last.value;
    if (base.kind == Expr::Kind::Symbol && base.type.kind == CType::Kind::Pointer &&
        base.type.spelling == symbol.type.spelling) {
      auto distance = isSum ? reader.readIndex(*last.value->operands[1]) : Polynomial(0);
      if (!distance)
        return distance.rejection();
      value.number = *distance;
      value.base = base.symbol;
      return value;
    }
  }
  return Rejection{RejectionKind::ScalarState, last.value->range,
                   symbol.name + " is used after the nest, where it is " +
                       printExpr(model.nest, *last.value)};
}

} // namespace

Outcome<std::vector<FinalValue>> finalValuesOf(ModelContext &model,
                                               const std::vector<LastAssignment> &last,
                                               const std::set<SymbolId> &liveOut,
                                               std::vector<WrapRequirement> &wraps) {
  std::vector<FinalValue> values;
  for (size_t k = 0; k < model.loops.size(); ++k) {
    const ScopLoop &loop = model.loops[k];
    if (!liveOut.count(loop.variable))
      continue;
    SymbolId source = model.nest.symbol(loop.variable).counts;
    if (source >= 0 && model.stores.isAssigned(source))
      continue; // a statement says what it is
    SymbolId variable = source >= 0 ? source : loop.variable;
    for (const FinalValue &known : values)
      if (known.symbol == variable)
        return Rejection{RejectionKind::ScalarState, loop.where,
                         model.nest.symbol(variable).name +
                             " is used after the nest and counts in several loops"};
    FinalValue counted;
    counted.symbol = variable;
    counted.loop = int(k);
    values.push_back(counted);
  }
  for (const LastAssignment &one : last)
    if (liveOut.count(one.variable)) {
      auto value = lastValueOf(model, one, wraps);
      if (!value)
        return value.rejection();
      values.push_back(*value);
    }
  return values;
}

} // namespace acc
