#include "analysis/tree/Conversions.h"
#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/Machine.h"
#include "analysis/tree/NumberTypes.h"
#include "analysis/tree/TreeUtil.h"
#include "analysis/tree/VectorCalls.h"

#include <utility>

namespace acc {

Outcome<Ok> Machine::assignPointer(SymbolId symbol, Op op, const Expr &value) {
  Place place = placeOf(symbol);
  if (op == Op::Equal) {
    TRY(assigned, point(value));
    place = *assigned;
  } else {
    TRY(offset, index(value));
    place.index += op == Op::MinusEqual ? -*offset : *offset;
  }
  if (Place *lent = lentPointer(symbol))
    *lent = place;
  else
    pointers[symbol] = place;
  return Ok();
}

Outcome<Machine::Change> Machine::assign(const Expr &target, Op op, const Expr &value) {
  if (isVector(target.type)) {
    TRY(stored, assignVector(target, op, value));
    return Change();
  }
  if (target.kind == Expr::Kind::Symbol && target.type.kind == CType::Kind::Pointer) {
    TRY(assigned, assignPointer(target.symbol, op, value));
    return Change();
  }
  auto pointed = target.kind == Expr::Kind::Symbol ? dereferenced(target) : std::optional<Place>();
  bool isScalar = target.kind == Expr::Kind::Symbol && !pointed;
  if (!isScalar && !pointed && target.kind != Expr::Kind::Access)
    return unknown(target);
  Place place;
  if (pointed) {
    place = *pointed;
  } else if (!isScalar) {
    TRY(found, locate(target));
    place = *found;
  }
  ScalarValue result, held;
  CType type = value.type;
  if (op == Op::Equal) {
    TRY(right, evaluate(value));
    result = *right;
  } else {
    TRY(before, isScalar ? evaluate(target) : load(place, target));
    TRY(right, evaluate(value));
    held = *before;
    Expr operation;
    operation.text = opText(operationOf(op));
    const bool shifts = isShift(operationOf(op));
    operation.type = shifts ? target.type : commonType(target.type, value.type);
    operation.range = value.range;
    TRY(left, convert(*before, target.type, operation.type, value.range));
    TRY(other, shifts ? right : convert(*right, value.type, operation.type, value.range));
    TRY(done, apply(operation.op(), *left, operation.type, *other,
                    shifts ? value.type : operation.type, operation));
    result = *done;
    type = operation.type;
  }
  TRY(converted, convert(result, type, target.type, value.range));
  if (isScalar) {
    scalars[target.symbol] = *converted;
  } else {
    TRY(stored, store(place, target, *converted));
  }
  return Change{held, *converted};
}

Outcome<Ok> Machine::storeLanes(const Expr &whole, int64_t count,
                                const std::function<ExprRef(ExprRef)> &to,
                                const std::function<ExprRef(ExprRef)> &value) {
  std::vector<ScalarValue> values;
  shared.steps += 2 * count;
  auto lane = [&](int64_t k) { return makeInteger(k, truthType(), whole.range); };
  for (int64_t k = 0; k < count; ++k) {
    const ExprRef target = to(lane(k)), what = value(lane(k));
    if (!target || !what)
      return unknown(whole);
    TRY(computed, evaluate(*what));
    TRY(converted, convert(*computed, what->type, target->type, whole.range));
    values.push_back(*converted);
  }
  for (int64_t k = 0; k < count; ++k) {
    const ExprRef target = to(lane(k));
    TRY(place, locate(*target));
    TRY(done, store(*place, *target, values[k]));
  }
  return Ok();
}

Outcome<Ok> Machine::assignVector(const Expr &target, Op op, const Expr &value) {
  return storeLanes(
      target, laneCount(target.type), [&](const ExprRef &lane) { return laneOf(target, lane); },
      [&](const ExprRef &lane) -> ExprRef {
        const ExprRef before = laneOf(target, lane), after = laneOf(value, lane);
        return op == Op::Equal || !before || !after
                   ? after
                   : makeBinary(opText(operationOf(op)), before, after, before->type, value.range);
      });
}

/// What an array's elements hold that nothing has set.
constexpr int64_t kNoValueYet = 77;

Outcome<Ok> Machine::declare(const Stmt &stmt) {
  const Symbol &symbol = nest.symbol(stmt.symbol);
  if (symbol.type.kind == CType::Kind::Array) {
    const bool isZeroed = stmt.value && stmt.value->kind == Expr::Kind::Integer;
    const bool isOfLanes = isVector(symbol.type);
    if (!symbol.elementCount || (stmt.value && !isZeroed && !isOfLanes))
      return Rejection{RejectionKind::Statement, stmt.range, "array " + symbol.name};
    const CType *element = &symbol.type;
    while (element->kind == CType::Kind::Array)
      element = element->element.get();
    auto number = [&](int64_t value) {
      return isInexact(*element) ? ScalarValue::floating(double(value))
                                 : ScalarValue::integer(value);
    };
    memory.objects[symbol.name] = {
        0, std::vector<ScalarValue>(*symbol.elementCount, number(kNoValueYet))};
    for (int64_t e = 0; isZeroed && e < *symbol.elementCount; ++e) {
      TRY(done, store({symbol.name, e}, *stmt.value, number(0)));
    }
    if (isOfLanes && stmt.value)
      return assignVector(*makeSymbol(stmt.symbol, symbol.type, stmt.range), Op::Equal,
                          *stmt.value);
    return Ok();
  }
  scalars[stmt.symbol].reset();
  if (!stmt.value)
    return Ok();
  if (symbol.type.kind == CType::Kind::Pointer)
    return assignPointer(stmt.symbol, Op::Equal, *stmt.value);
  TRY(value, evaluate(*stmt.value));
  TRY(converted, convert(*value, stmt.value->type, symbol.type, stmt.range));
  scalars[stmt.symbol] = *converted;
  return Ok();
}

Outcome<Ok> Machine::loop(const Stmt &stmt) {
  if (stmt.init) {
    TRY(started, execute(*stmt.init));
  }
  bool testsFirst = stmt.kind != Stmt::Kind::DoWhile && !stmt.runsFirst;
  for (bool first = true;; first = false) {
    if (stmt.condition && (testsFirst || !first)) {
      TRY(holds, test(*stmt.condition));
      if (!*holds)
        return Ok();
    }
    TRY(body, execute(*stmt.children[0]));
    if (flow == Flow::Leave || flow == Flow::Goto)
      return Ok();
    if (std::exchange(flow, Flow::Next) == Flow::Break)
      return Ok();
    if (stmt.step) {
      TRY(stepped, execute(*stmt.step));
    }
  }
}

Outcome<Ok> Machine::choice(const Stmt &stmt) {
  TRY(chosen, evaluate(*stmt.condition));
  const Wide number = numberOf(*chosen, stmt.condition->type);
  size_t first = stmt.labels.size();
  for (size_t k = stmt.labels.size(); k-- > 0;)
    if (stmt.labels[k].isDefault)
      first = k;
  for (size_t k = 0; k < stmt.labels.size(); ++k)
    for (int64_t label : stmt.labels[k].values)
      if (number == label)
        first = k;
  for (size_t k = first; k < stmt.children.size() && flow == Flow::Next; ++k) {
    TRY(done, execute(*stmt.children[k]));
  }
  if (flow == Flow::Break)
    flow = Flow::Next;
  return Ok();
}

Outcome<Ok> Machine::once(const Stmt &stmt) {
  TRY(done, execute(*stmt.children[0]));
  const bool isHere = stmt.text.empty() ? flow == Flow::Continue || flow == Flow::Break
                                        : flow == Flow::Goto && label == stmt.text;
  if (isHere)
    flow = Flow::Next;
  return Ok();
}

Outcome<Ok> Machine::jump(const Stmt &stmt) {
  if (stmt.value) {
    TRY(value, evaluate(*stmt.value));
    returned = *value;
  }
  if (stmt.text.starts_with("goto ")) {
    flow = Flow::Goto;
    label = stmt.text.substr(5);
    return Ok();
  }
  if (stmt.text != "continue" && stmt.text != "break" && stmt.text != "return")
    return Rejection{RejectionKind::Jump, stmt.range, stmt.text};
  flow = stmt.text == "continue" ? Flow::Continue
         : stmt.text == "break"  ? Flow::Break
                                 : Flow::Leave;
  return Ok();
}

Outcome<Ok> Machine::execute(const Stmt &stmt) {
  if (++shared.steps > shared.options.maxSteps)
    return Rejection{RejectionKind::TooComplex, stmt.range, "too many steps"};
  switch (stmt.kind) {
  case Stmt::Kind::Block:
    for (const StmtRef &child : stmt.children) {
      TRY(done, execute(*child));
      if (flow != Flow::Next)
        break;
    }
    return Ok();
  case Stmt::Kind::For:
  case Stmt::Kind::While:
  case Stmt::Kind::DoWhile:
    return loop(stmt);
  case Stmt::Kind::If: {
    TRY(holds, test(*stmt.condition));
    size_t branch = *holds ? 0 : 1;
    if (branch < stmt.children.size() && stmt.children[branch])
      return execute(*stmt.children[branch]);
    return Ok();
  }
  case Stmt::Kind::Switch:
    return choice(stmt);
  case Stmt::Kind::Once:
    return once(stmt);
  case Stmt::Kind::Assign: {
    TRY(change, assign(*stmt.target, stmt.op(), *stmt.value));
    return Ok();
  }
  case Stmt::Kind::Declare:
    return declare(stmt);
  case Stmt::Kind::Evaluate: {
    TRY(value, evaluate(*stmt.value));
    return Ok();
  }
  case Stmt::Kind::Empty:
    return Ok();
  case Stmt::Kind::Jump:
    return jump(stmt);
  case Stmt::Kind::Unsupported:
    break;
  }
  return Rejection{stmt.reason, stmt.range, stmt.text};
}

Outcome<Ok> Machine::executeWhole(const Stmt &whole) {
  TRY(done, execute(whole));
  if (flow == Flow::Goto)
    return Rejection{RejectionKind::Jump, whole.range, "goto " + label};
  return Ok();
}

} // namespace acc
