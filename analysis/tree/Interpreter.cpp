#include "analysis/tree/Interpreter.h"

#include "analysis/tree/Conversions.h"
#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/Machine.h"
#include "analysis/tree/NumberTypes.h"
#include "analysis/tree/TreeUtil.h"

#include <cstdlib>
#include <utility>

namespace acc {

Machine::Machine(const SourceNest &nest, const InterpreterState &initial, Surroundings &shared)
    : nest(nest), shared(shared), memory(shared.memory), scalars(nest.symbols->size()),
      pointers(nest.symbols->size()), isDereference(nest.symbols->size()) {
  for (size_t id = 0; id < nest.symbols->size(); ++id) {
    const Symbol &symbol = nest.symbol(SymbolId(id));
    if (auto given = initial.scalars.find(symbol.name); given != initial.scalars.end())
      scalars[id] = given->second;
    if (auto given = initial.pointers.find(symbol.name); given != initial.pointers.end())
      pointers[id] = {given->second.first, given->second.second};
    if (symbol.type.kind == CType::Kind::Array && symbol.elementCount.value_or(0) > 1)
      declaredCounts[symbol.name] = *symbol.elementCount;
    isDereference[id] = symbol.kind == Symbol::Kind::Path && symbol.root >= 0 &&
                        symbol.name == nest.symbol(symbol.root).name + "[0]";
  }
}

Outcome<Trace> Machine::interpret(InterpreterState state) {
  TRY(done, executeWhole(*nest.root));
  Trace trace;
  trace.state = std::move(state);
  for (size_t id = 0; id < nest.symbols->size(); ++id) {
    const std::string &name = nest.symbol(SymbolId(id)).name;
    if (scalars[id])
      trace.state.scalars[name] = *scalars[id];
    else
      trace.state.scalars.erase(name);
    if (pointers[id])
      trace.state.pointers[name] = {pointers[id]->base, pointers[id]->index};
  }
  trace.state.memory = std::move(memory.objects);
  trace.written = std::move(memory.written);
  trace.accesses = std::move(memory.accesses);
  trace.steps = shared.steps;
  return trace;
}

Rejection Machine::undefined(SourceRange where, const std::string &what) const {
  return {RejectionKind::Expression, where, what};
}

Rejection Machine::unknown(const Expr &expr) const {
  return {expr.kind == Expr::Kind::Unsupported ? expr.reason : RejectionKind::Expression,
          expr.range, printExpr(nest, expr)};
}

Outcome<ScalarValue> Machine::convert(const ScalarValue &value, const CType &from, const CType &to,
                                      SourceRange where) const {
  std::optional<ScalarValue> result = acc::convert(value, from, to);
  return result ? Outcome<ScalarValue>(*result)
                : undefined(where, "floating value out of the integer's range");
}

std::optional<bool> Machine::isPlace(const Expr &expr) const {
  if (expr.type.kind != CType::Kind::Pointer)
    return std::nullopt;
  if (isNull(expr) || (expr.kind == Expr::Kind::Symbol && nulls.count(expr.symbol)))
    return false;
  bool isAddress = expr.kind == Expr::Kind::Unary && expr.op() == Op::Amp;
  bool isLent = expr.kind == Expr::Kind::Symbol && pointers[expr.symbol] &&
                pointers[expr.symbol]->base[0] == '&';
  return isAddress || isLent ? std::optional(true) : std::nullopt;
}

Outcome<bool> Machine::test(const Expr &expr) {
  if (std::optional<bool> known = isPlace(expr))
    return *known;
  TRY(value, evaluate(expr));
  return isTrue(*value);
}

Outcome<ScalarValue> Machine::evaluate(const Expr &expr) {
  switch (expr.kind) {
  case Expr::Kind::Integer:
    return wrapped(expr.value, expr.type);
  case Expr::Kind::Literal:
    if (!isInexact(expr.type))
      return unknown(expr);
    return rounded(expr.type.size == 4 ? std::strtof(expr.text.c_str(), nullptr)
                                       : std::strtod(expr.text.c_str(), nullptr),
                   expr.type);
  case Expr::Kind::Symbol: {
    if (auto place = dereferenced(expr))
      return load(*place, expr);
    const std::optional<ScalarValue> &value = scalars[expr.symbol];
    if (!value)
      return undefined(expr.range, nest.symbol(expr.symbol).name + " has no value");
    return *value;
  }
  case Expr::Kind::Access: {
    TRY(place, locate(expr));
    return load(*place, expr);
  }
  case Expr::Kind::Unary:
    return evaluateUnary(expr);
  case Expr::Kind::Binary:
    return evaluateBinary(expr);
  case Expr::Kind::Cast: {
    if (expr.type.isInteger() && expr.operands[0]->type.kind == CType::Kind::Pointer)
      return address(*expr.operands[0], expr.type);
    TRY(value, evaluate(*expr.operands[0]));
    return convert(*value, expr.operands[0]->type, expr.type, expr.range);
  }
  case Expr::Kind::Conditional: {
    TRY(holds, test(*expr.operands[0]));
    const Expr &chosen = *expr.operands[*holds ? 1 : 2];
    TRY(value, evaluate(chosen));
    return convert(*value, chosen.type, expr.type, expr.range);
  }
  case Expr::Kind::Call:
    return call(expr);
  case Expr::Kind::Assign: {
    TRY(change, assign(*expr.operands[0], expr.op(), *expr.operands[1]));
    return change->after;
  }
  case Expr::Kind::Step: {
    TRY(change, step(expr));
    return expr.isPostfix ? change->before : change->after;
  }
  case Expr::Kind::Comma: {
    TRY(first, evaluateAny(*expr.operands[0]));
    return evaluate(*expr.operands[1]);
  }
  case Expr::Kind::Block: {
    TRY(ran, executeAll(expr));
    return evaluate(*expr.operands[0]);
  }
  case Expr::Kind::Unsupported:
    break;
  }
  return unknown(expr);
}

Outcome<Ok> Machine::evaluateAny(const Expr &expr) {
  if (expr.type.kind == CType::Kind::Pointer) {
    TRY(place, point(expr));
  } else {
    TRY(value, evaluate(expr));
  }
  return Ok();
}

Outcome<Ok> Machine::executeAll(const Expr &block) {
  for (const StmtRef &stmt : block.statements) {
    TRY(ran, execute(*stmt));
    if (flow != Flow::Next)
      return unknown(block);
  }
  return Ok();
}

Outcome<Machine::Change> Machine::step(const Expr &expr) {
  return assign(*expr.operands[0], expr.op() == Op::PlusPlus ? Op::PlusEqual : Op::MinusEqual,
                *makeInteger(1, truthType(), expr.range));
}

Outcome<ScalarValue> Machine::evaluateUnary(const Expr &expr) {
  if (expr.op() == Op::Exclaim) {
    TRY(holds, test(*expr.operands[0]));
    return ScalarValue::integer(!*holds);
  }
  TRY(value, evaluate(*expr.operands[0]));
  TRY(operand, convert(*value, expr.operands[0]->type, expr.type, expr.range));
  if (expr.op() == Op::Plus)
    return *operand;
  if (expr.op() == Op::Minus && operand->isFloating)
    return ScalarValue::floating(-operand->number);
  if (expr.op() == Op::Minus)
    return apply(Op::Minus, ScalarValue(), expr.type, *operand, expr.type, expr);
  if (expr.op() == Op::Tilde)
    return wrapped(~numberOf(*operand, expr.type), expr.type);
  return unknown(expr);
}

Outcome<ScalarValue> Machine::evaluateBinary(const Expr &expr) {
  const Expr &left = *expr.operands[0], &right = *expr.operands[1];
  if (expr.op() == Op::AmpAmp || expr.op() == Op::PipePipe) {
    TRY(first, test(left));
    if (*first == (expr.op() == Op::PipePipe))
      return ScalarValue::integer(*first);
    TRY(second, test(right));
    return ScalarValue::integer(*second);
  }
  if ((expr.op() == Op::EqualEqual || expr.op() == Op::ExclaimEqual) &&
      left.type.kind == CType::Kind::Pointer && isNull(right)) {
    TRY(holds, test(left));
    return ScalarValue::integer(*holds == (expr.op() == Op::ExclaimEqual));
  }
  if (left.type.kind == CType::Kind::Pointer && right.type.kind == CType::Kind::Pointer)
    return evaluatePointers(expr);
  TRY(a, evaluate(left));
  TRY(b, evaluate(right));
  return apply(expr.op(), *a, left.type, *b, right.type, expr);
}

Outcome<ScalarValue> Machine::evaluatePointers(const Expr &expr) {
  TRY(a, point(*expr.operands[0]));
  TRY(b, point(*expr.operands[1]));
  if (a->base != b->base)
    return undefined(expr.range, "pointers into different objects");
  const CType distance = distanceType(*nest.unit);
  return apply(expr.op(), wrapped(a->index, distance), distance, wrapped(b->index, distance),
               distance, expr);
}

Outcome<ScalarValue> Machine::apply(Op op, const ScalarValue &a, const CType &aType,
                                    const ScalarValue &b, const CType &bType,
                                    const Expr &expr) const {
  auto result = operate(op, a, aType, b, bType, expr.type, nest.unit->wrapsSigned);
  if (result)
    return *result;
  bool isInteger = expr.type.isInteger() && !a.isFloating && !b.isFloating;
  return isInteger ? undefined(expr.range, std::string("an undefined ") + opText(op))
                   : unknown(expr);
}

Outcome<Trace> interpret(const SourceNest &nest, InterpreterState state,
                         const InterpreterOptions &options) {
  Surroundings shared(state, options);
  Machine machine(nest, state, shared);
  return machine.interpret(std::move(state));
}

Outcome<ScalarValue> evaluate(const SourceNest &nest, const Expr &expr, InterpreterState state) {
  const InterpreterOptions options;
  Surroundings shared(state, options);
  return Machine(nest, state, shared).value(expr);
}

} // namespace acc
