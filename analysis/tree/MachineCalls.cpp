#include "analysis/tree/AbsoluteValue.h"
#include "analysis/tree/Conversions.h"
#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/Hints.h"
#include "analysis/tree/LibraryCalls.h"
#include "analysis/tree/Machine.h"
#include "analysis/tree/MemoryCalls.h"
#include "analysis/tree/NumberTypes.h"
#include "analysis/tree/TreeUtil.h"
#include "analysis/tree/VectorCalls.h"

#include <functional>
#include <utility>

namespace acc {

Outcome<ScalarValue> Machine::call(const Expr &expr) {
  if (const CType *element = copiedElement(expr))
    return memoryCall(expr, *element);
  if (isVectorStore(expr)) {
    TRY(stored, storeLanes(
                    expr, laneCount(expr.operands[1]->type),
                    [&](const ExprRef &lane) { return storedElement(expr, lane); },
                    [&](const ExprRef &lane) { return storedLane(expr, lane); }));
    return ScalarValue();
  }
  if (ExprRef value = hintedValue(expr))
    return evaluate(*value);
  if (isIdle(expr))
    return ScalarValue();
  auto known = expr.fitsParameters ? nest.functions.find(expr.text) : nest.functions.end();
  if (known != nest.functions.end() && known->second->body->kind != Stmt::Kind::Unsupported)
    return called(*known->second, expr);
  if (isAbsoluteValue(expr)) {
    TRY(value, evaluate(*expr.operands[0]));
    const CType &type = expr.operands[0]->type;
    return numberOf(*value, type) < 0
               ? apply(Op::Minus, ScalarValue(), expr.type, *value, expr.type, expr)
               : *value;
  }
  if (shared.options.contents)
    return inventedCall(expr);
  std::vector<double> x;
  for (const ExprRef &argument : expr.operands) {
    TRY(value, evaluate(*argument));
    if (!value->isFloating)
      return unknown(expr);
    x.push_back(value->number);
  }
  std::optional<double> value = libraryValue(expr.text, x, expr.type);
  return value ? Outcome<ScalarValue>(rounded(*value, expr.type)) : unknown(expr);
}

SymbolId Machine::named(const std::string &name) const {
  for (size_t id = 0; id < nest.symbols->size(); ++id)
    if (nest.symbol(SymbolId(id)).name == name)
      return SymbolId(id);
  return -1;
}

Outcome<ScalarValue> Machine::called(const CalledFunction &function, const Expr &call) {
  const auto sharedNames = sharedVariables(nest, function, call);
  if (!sharedNames || shared.depth >= kMostDepth)
    return unknown(call);
  SourceNest callee;
  callee.unit = nest.unit;
  callee.symbols = function.symbols;
  callee.root = function.body;
  callee.functions = nest.functions;
  Machine inside(callee, {}, shared);
  std::map<std::string, SymbolId> lent;
  for (size_t k = 0; k < function.parameters.size(); ++k) {
    const SymbolId parameter = function.parameters[k];
    const CType &type = callee.symbol(parameter).type;
    const Expr &argument = skipPointerCasts(*call.operands[k]);
    if (isAddressOfVariable(argument, *nest.symbols)) {
      const SymbolId variable = argument.operands[0]->symbol;
      const std::string object = "&" + nest.symbol(variable).name;
      if (type.kind != CType::Kind::Pointer ||
          !memory.lend(object, scalars[variable].value_or(ScalarValue())))
        return unknown(call);
      lent.emplace(object, variable);
      if (nest.symbol(variable).type.kind == CType::Kind::Pointer)
        shared.lentPointers[object] = placeOf(variable);
      inside.pointers[parameter] = Place{object, 0};
    } else if (type.kind == CType::Kind::Pointer && isNull(argument)) {
      inside.nulls.insert(parameter);
    } else if (type.kind == CType::Kind::Pointer) {
      TRY(place, point(argument));
      inside.pointers[parameter] = *place;
    } else if (isArithmetic(type)) {
      const Expr &given = *call.operands[k];
      TRY(value, evaluate(given));
      TRY(converted, convert(*value, given.type, type, call.range));
      inside.scalars[parameter] = *converted;
    }
  }
  for (const auto &[own, name] : *sharedNames) {
    const SymbolId outer = named(name);
    inside.scalars[own] = outer >= 0                 ? scalars[outer]
                          : shared.given.count(name) ? std::optional(shared.given.at(name))
                                                     : std::nullopt;
    if (callee.symbol(own).type.kind == CType::Kind::Pointer ||
        callee.symbol(own).type.kind == CType::Kind::Array)
      inside.pointers[own] = outer >= 0 ? placeOf(outer) : Place{name, 0};
  }
  ++shared.depth;
  TRY(done, inside.executeWhole(*function.body));
  --shared.depth;
  for (const auto &[own, name] : *sharedNames)
    if (const SymbolId outer = named(name); outer >= 0) {
      scalars[outer] = inside.scalars[own];
      pointers[outer] = inside.pointers[own];
    }
  for (const auto &[object, variable] : lent) {
    scalars[variable] = memory.takeBack(object);
    if (auto pointer = shared.lentPointers.extract(object))
      pointers[variable] = pointer.mapped();
  }
  return inside.returned;
}

Outcome<ScalarValue> Machine::memoryCall(const Expr &call, const CType &type) {
  Expr element;
  element.kind = Expr::Kind::Access;
  element.type = type;
  element.range = call.range;
  TRY(target, point(*handedOver(call.operands[0])));
  TRY(bytes, evaluate(*call.operands[2]));
  Place source;
  ScalarValue value = type.kind == CType::Kind::Floating ? ScalarValue::floating(0) : ScalarValue();
  if (isCopy(call)) {
    TRY(from, point(*handedOver(call.operands[1])));
    source = *from;
  } else {
    TRY(byte, evaluate(*call.operands[1]));
    if (type.size != 1 && byte->bits != 0)
      return unknown(call);
    if (type.size == 1)
      value = wrapped(Wide(int64_t(byte->bits)), type);
  }
  if (bytes->bits % type.size)
    return unknown(call);
  for (uint64_t left = bytes->bits / type.size; left > 0; --left, ++target->index, ++source.index) {
    if (++shared.steps > shared.options.maxSteps)
      return Rejection{RejectionKind::TooComplex, call.range, "too many steps"};
    if (isCopy(call)) {
      TRY(read, load(source, element));
      value = *read;
    }
    TRY(written, store(*target, element, value));
  }
  return ScalarValue();
}

Outcome<ScalarValue> Machine::inventedCall(const Expr &expr) {
  bool isPure = expr.effect == CallEffect::Pure || expr.effect == CallEffect::Errno;
  uint64_t mixed = 0;
  for (const ExprRef &argument : expr.operands) {
    if (!isPure || !isArithmetic(argument->type))
      return unknown(expr);
    TRY(value, evaluate(*argument));
    uint64_t bits = value->isFloating ? std::hash<double>()(value->number) : value->bits;
    mixed = (mixed ^ bits) * 0x9e3779b97f4a7c15u;
  }
  if (!isPure || !isArithmetic(expr.type))
    return unknown(expr);
  return shared.options.contents({expr.text, int64_t(mixed)}, expr.type);
}

} // namespace acc
