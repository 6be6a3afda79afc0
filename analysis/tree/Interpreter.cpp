#include "analysis/tree/Interpreter.h"

#include "analysis/tree/AbsoluteValue.h"
#include "analysis/tree/CalledVariables.h"
#include "analysis/tree/Conversions.h"
#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/Hints.h"
#include "analysis/tree/LibraryCalls.h"
#include "analysis/tree/MemoryCalls.h"
#include "analysis/tree/ObjectMemory.h"
#include "analysis/tree/TreeUtil.h"

#include <cstdlib>
#include <utility>

namespace acc {
namespace {

/// Undefined behaviour unwinds the recursion as a value: every step returns an
/// Outcome, and TRY passes a rejection on.
#define TRY(variable, expression)                                                                  \
  auto variable = (expression);                                                                    \
  if (!variable)                                                                                   \
    return variable.rejection();

/// What a nest and the functions that it calls share in a run.
struct Surroundings {
  Surroundings(InterpreterState &state, const InterpreterOptions &options)
      : options(options), memory(std::move(state.memory), options), given(state.scalars) {}

  const InterpreterOptions &options;
  ObjectMemory memory;
  /// What scalars begin as, by name.
  const std::map<std::string, ScalarValue> given;
  uint64_t steps = 0;
  /// Calls within calls at the current place.
  unsigned depth = 0;
};

/// Runs the statements of a nest or a function, with the values of its variables.
class Machine {
public:
  Machine(const SourceNest &nest, const InterpreterState &initial, Surroundings &shared)
      : nest(nest), shared(shared), memory(shared.memory), scalars(nest.symbols->size()), pointers(nest.symbols->size()),
        isDereference(nest.symbols->size()) {
    for (size_t id = 0; id < nest.symbols->size(); ++id) {
      const Symbol &symbol = nest.symbol(SymbolId(id));
      if (auto given = initial.scalars.find(symbol.name); given != initial.scalars.end())
        scalars[id] = given->second;
      if (auto given = initial.pointers.find(symbol.name); given != initial.pointers.end())
        pointers[id] = {given->second.first, given->second.second};
      isDereference[id] = symbol.kind == Symbol::Kind::Path && symbol.root >= 0 &&
                          symbol.name == nest.symbol(symbol.root).name + "[0]";
    }
  }

  Outcome<Trace> interpret(InterpreterState state) {
    TRY(done, execute(*nest.root));
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

  Outcome<ScalarValue> value(const Expr &expr) { return evaluate(expr); }

private:
  Rejection undefined(SourceRange where, const std::string &what) const {
    return {RejectionKind::Expression, where, what};
  }
  Rejection unknown(const Expr &expr) const {
    return {expr.kind == Expr::Kind::Unsupported ? expr.reason : RejectionKind::Expression,
            expr.range, printExpr(nest, expr)};
  }

  Outcome<ScalarValue> convert(const ScalarValue &value, const CType &from, const CType &to,
                               SourceRange where) const {
    std::optional<ScalarValue> result = acc::convert(value, from, to);
    return result ? Outcome<ScalarValue>(*result) : undefined(where, "floating value out of the integer's range");
  }

  // Expressions.

  /// Of pointers only addresses and null are known, also where a call gave them.
  std::optional<bool> isPlace(const Expr &expr) const {
    if (expr.type.kind != CType::Kind::Pointer)
      return std::nullopt;
    if (isNull(expr) || (expr.kind == Expr::Kind::Symbol && nulls.count(expr.symbol)))
      return false;
    bool isAddress = expr.kind == Expr::Kind::Unary && expr.text == "&";
    bool isLent = expr.kind == Expr::Kind::Symbol && pointers[expr.symbol] && pointers[expr.symbol]->base[0] == '&';
    return isAddress || isLent ? std::optional(true) : std::nullopt;
  }

  /// Where only zero or not matters.
  Outcome<bool> test(const Expr &expr) {
    if (std::optional<bool> known = isPlace(expr))
      return *known;
    TRY(value, evaluate(expr));
    return isTrue(*value);
  }

  Outcome<ScalarValue> evaluate(const Expr &expr) {
    switch (expr.kind) {
    case Expr::Kind::Integer:
      return wrapped(expr.value, expr.type);
    case Expr::Kind::Literal:
      if (expr.type.kind != CType::Kind::Floating)
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
      TRY(change, assign(*expr.operands[0], expr.text, *expr.operands[1]));
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

  /// A value that nobody uses.
  Outcome<Ok> evaluateAny(const Expr &expr) {
    if (expr.type.kind == CType::Kind::Pointer) {
      TRY(place, point(expr));
    } else {
      TRY(value, evaluate(expr));
    }
    return Ok();
  }

  /// The statements of a Block.
  Outcome<Ok> executeAll(const Expr &block) {
    for (const StmtRef &stmt : block.statements) {
      TRY(ran, execute(*stmt));
      if (flow != Flow::Next)
        return unknown(block);
    }
    return Ok();
  }

  /// What a location held before an assignment to it, and what it holds then.
  struct Change {
    ScalarValue before, after;
  };

  Outcome<Change> step(const Expr &expr) {
    return assign(*expr.operands[0], expr.text == "++" ? "+=" : "-=",
                  *makeInteger(1, truthType(), expr.range));
  }

  Outcome<ScalarValue> evaluateUnary(const Expr &expr) {
    if (expr.text == "!") {
      TRY(holds, test(*expr.operands[0]));
      return ScalarValue::integer(!*holds);
    }
    TRY(value, evaluate(*expr.operands[0]));
    TRY(operand, convert(*value, expr.operands[0]->type, expr.type, expr.range));
    if (expr.text == "+")
      return *operand;
    if (expr.text == "-" && operand->isFloating)
      return ScalarValue::floating(-operand->number);
    if (expr.text == "-")
      return apply("-", ScalarValue(), expr.type, *operand, expr.type, expr);
    if (expr.text == "~")
      return wrapped(~numberOf(*operand, expr.type), expr.type);
    return unknown(expr);
  }

  Outcome<ScalarValue> evaluateBinary(const Expr &expr) {
    const Expr &left = *expr.operands[0], &right = *expr.operands[1];
    if (expr.text == "&&" || expr.text == "||") {
      TRY(first, test(left));
      if (*first == (expr.text == "||"))
        return ScalarValue::integer(*first);
      TRY(second, test(right));
      return ScalarValue::integer(*second);
    }
    if ((expr.text == "==" || expr.text == "!=") && left.type.kind == CType::Kind::Pointer && isNull(right)) {
      TRY(holds, test(left));
      return ScalarValue::integer(*holds == (expr.text == "!="));
    }
    if (left.type.kind == CType::Kind::Pointer && right.type.kind == CType::Kind::Pointer)
      return evaluatePointers(expr);
    TRY(a, evaluate(left));
    TRY(b, evaluate(right));
    return apply(expr.text, *a, left.type, *b, right.type, expr);
  }

  /// The order or the distance of two pointers into one object.
  Outcome<ScalarValue> evaluatePointers(const Expr &expr) {
    TRY(a, point(*expr.operands[0]));
    TRY(b, point(*expr.operands[1]));
    if (a->base != b->base)
      return undefined(expr.range, "pointers into different objects");
    const CType distance = distanceType(*nest.unit);
    return apply(expr.text, wrapped(a->index, distance), distance, wrapped(b->index, distance),
                 distance, expr);
  }

  /// a op b, the operands already in their common type (shifts excepted).
  Outcome<ScalarValue> apply(const std::string &op, const ScalarValue &a, const CType &aType,
                             const ScalarValue &b, const CType &bType, const Expr &expr) const {
    auto result = operate(op, a, aType, b, bType, expr.type, nest.unit->wrapsSigned);
    if (result)
      return *result;
    bool isInteger = expr.type.isInteger() && !a.isFloating && !b.isFloating;
    return isInteger ? undefined(expr.range, "an undefined " + op) : unknown(expr);
  }

  Outcome<ScalarValue> call(const Expr &expr) {
    if (const CType *element = copiedElement(expr))
      return memoryCall(expr, *element);
    if (ExprRef value = hintedValue(expr))
      return evaluate(*value);
    if (isIdle(expr))
      return ScalarValue();
    auto known = expr.fitsParameters ? nest.functions.find(expr.text) : nest.functions.end();
    if (known != nest.functions.end())
      return called(*known->second, expr);
    if (isAbsoluteValue(expr)) {
      TRY(value, evaluate(*expr.operands[0]));
      const CType &type = expr.operands[0]->type;
      return numberOf(*value, type) < 0 ? apply("-", ScalarValue(), expr.type, *value, expr.type, expr) : *value;
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

  /// The variable of the nest with that name; -1 when there is none.
  SymbolId named(const std::string &name) const {
    for (size_t id = 0; id < nest.symbols->size(); ++id)
      if (nest.symbol(SymbolId(id)).name == name)
        return SymbolId(id);
    return -1;
  }

  static constexpr unsigned kMostDepth = 8;

  /// A function of the unit, with variables of its own. What it is given by address is an object of one element meanwhile.
  Outcome<ScalarValue> called(const CalledFunction &function, const Expr &call) {
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
        if (type.kind != CType::Kind::Pointer || !memory.lend(object, scalars[variable].value_or(ScalarValue())))
          return unknown(call);
        lent.emplace(object, variable);
        inside.pointers[parameter] = Place{object, 0};
      } else if (type.kind == CType::Kind::Pointer && isNull(argument)) {
        inside.nulls.insert(parameter);
      } else if (type.kind == CType::Kind::Pointer) {
        TRY(place, point(argument));
        inside.pointers[parameter] = *place;
      } else if (type.isInteger() || type.kind == CType::Kind::Floating) {
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
      if (callee.symbol(own).type.kind == CType::Kind::Pointer || callee.symbol(own).type.kind == CType::Kind::Array)
        inside.pointers[own] = outer >= 0 ? placeOf(outer) : Place{name, 0};
    }
    ++shared.depth;
    TRY(done, inside.execute(*function.body));
    --shared.depth;
    for (const auto &[own, name] : *sharedNames)
      if (const SymbolId outer = named(name); outer >= 0) {
        scalars[outer] = inside.scalars[own];
        pointers[outer] = inside.pointers[own];
      }
    for (const auto &[object, variable] : lent)
      scalars[variable] = memory.takeBack(object);
    return inside.returned;
  }

  /// memcpy and memset, element by element.
  Outcome<ScalarValue> memoryCall(const Expr &call, const CType &type) {
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

  /// A value that the function's name and its arguments decide.
  Outcome<ScalarValue> inventedCall(const Expr &expr) {
    bool isPure = expr.effect == CallEffect::Pure || expr.effect == CallEffect::Errno;
    uint64_t mixed = 0;
    for (const ExprRef &argument : expr.operands) {
      if (!isPure || (argument->type.kind != CType::Kind::Floating && !argument->type.isInteger()))
        return unknown(expr);
      TRY(value, evaluate(*argument));
      uint64_t bits = value->isFloating ? std::hash<double>()(value->number) : value->bits;
      mixed = (mixed ^ bits) * 0x9e3779b97f4a7c15u;
    }
    if (!isPure || (expr.type.kind != CType::Kind::Floating && !expr.type.isInteger()))
      return unknown(expr);
    return shared.options.contents({expr.text, int64_t(mixed)}, expr.type);
  }

  // Memory.

  Outcome<int64_t> index(const Expr &expr) {
    TRY(value, evaluate(expr));
    return int64_t(value->bits);
  }

  /// Where a pointer variable points.
  Place placeOf(SymbolId symbol) const {
    return pointers[symbol] ? *pointers[symbol] : Place{nest.symbol(symbol).name, 0};
  }

  /// The element that a Path symbol "p[0]" names, when p has an object.
  std::optional<Place> dereferenced(const Expr &expr) const {
    if (!isDereference[expr.symbol])
      return std::nullopt;
    Place place = placeOf(nest.symbol(expr.symbol).root);
    bool isObject = shared.options.contents || memory.objects.count(place.base);
    return isObject ? std::optional(place) : std::nullopt;
  }

  /// A pointer as a number.
  Outcome<ScalarValue> address(const Expr &pointer, const CType &type) {
    TRY(place, point(pointer));
    if (!pointer.type.element || pointer.type.element->size == 0)
      return unknown(pointer);
    return wrapped(memory.addressOf(*place, pointer.type.element->size), type);
  }

  /// The pointer that the cast makes of a number.
  Outcome<Place> placeAt(const Expr &cast) {
    TRY(number, index(*cast.operands[0]));
    auto place = memory.placeAt(*number, cast.type.element ? cast.type.element->size : 0);
    return place ? Outcome<Place>(*place) : unknown(cast);
  }

  /// The pointer that a base expression means.
  Outcome<Place> point(const Expr &expr) {
    switch (expr.kind) {
    case Expr::Kind::Symbol:
      return placeOf(expr.symbol);
    case Expr::Kind::Cast:
      return expr.operands[0]->type.isInteger() ? placeAt(expr) : point(*expr.operands[0]);
    case Expr::Kind::Call:
      if (ExprRef value = hintedValue(expr))
        return point(*value);
      break;
    case Expr::Kind::Binary: {
      bool second = !expr.operands[0]->type.element;
      TRY(base, point(*expr.operands[second ? 1 : 0]));
      TRY(offset, index(*expr.operands[second ? 0 : 1]));
      base->index += expr.text == "-" ? -*offset : *offset;
      return *base;
    }
    case Expr::Kind::Unary:
      if (expr.text == "&" && expr.operands[0]->kind == Expr::Kind::Access)
        return locate(*expr.operands[0]);
      break;
    case Expr::Kind::Access:
      if (expr.type.kind == CType::Kind::Array)
        return locate(expr);
      break;
    case Expr::Kind::Conditional: {
      TRY(holds, test(*expr.operands[0]));
      return point(*expr.operands[*holds ? 1 : 2]);
    }
    case Expr::Kind::Assign:
    case Expr::Kind::Step: {
      if (expr.operands[0]->kind != Expr::Kind::Symbol)
        break;
      const SymbolId pointer = expr.operands[0]->symbol;
      const Place before = placeOf(pointer);
      if (expr.kind == Expr::Kind::Assign) {
        TRY(assigned, assignPointer(pointer, expr.text, *expr.operands[1]));
      } else {
        TRY(stepped, step(expr));
      }
      return expr.isPostfix ? before : placeOf(pointer);
    }
    case Expr::Kind::Comma: {
      TRY(first, evaluateAny(*expr.operands[0]));
      return point(*expr.operands[1]);
    }
    case Expr::Kind::Block: {
      TRY(ran, executeAll(expr));
      return point(*expr.operands[0]);
    }
    default:
      break;
    }
    return unknown(expr);
  }

  /// Sizes of all but the outermost dimension of what the base names.
  Outcome<std::vector<int64_t>> innerSizes(const Expr &base) {
    if (base.kind == Expr::Kind::Step || base.kind == Expr::Kind::Assign)
      return innerSizes(*base.operands[0]);
    if (base.kind == Expr::Kind::Comma || base.kind == Expr::Kind::Block)
      return innerSizes(*base.operands.back());
    std::vector<int64_t> sizes;
    bool isRows = base.kind == Expr::Kind::Cast && base.operands.size() > 1; // (float (*)[n])row
    for (size_t k = 1; isRows && k < base.operands.size(); ++k) {
      TRY(size, index(*base.operands[k]));
      sizes.push_back(*size);
    }
    if (isRows)
      return sizes;
    bool isFlat = base.kind == Expr::Kind::Cast && base.type.element &&
                  base.type.element->kind != CType::Kind::Array;
    if (isFlat) // (float *)rows
      return sizes;
    const Expr &named = skipPointerCasts(base);
    if (named.kind == Expr::Kind::Symbol) {
      for (const auto &size : nest.symbol(named.symbol).innerSizes) {
        TRY(value, index(*size));
        sizes.push_back(*value);
      }
      if (!sizes.empty())
        return sizes;
    }
    const CType *inner = base.type.element.get();
    while (inner && inner->kind == CType::Kind::Array && inner->element && inner->element->size) {
      sizes.push_back(inner->size / inner->element->size);
      inner = inner->element.get();
    }
    return sizes;
  }

  Outcome<Place> locate(const Expr &access) {
    TRY(place, point(*access.operands[0]));
    TRY(sizes, innerSizes(*access.operands[0]));
    for (size_t k = 1; k < access.operands.size(); ++k) {
      TRY(subscript, index(*access.operands[k]));
      int64_t scale = 1;
      for (size_t inner = k - 1; inner < sizes->size(); ++inner)
        scale *= (*sizes)[inner];
      place->index += *subscript * scale;
    }
    return *place;
  }

  Rejection outOfBounds(const Place &place, const Expr &access) const {
    return undefined(access.range, place.base + access.member + "[" + std::to_string(place.index) + "] out of bounds");
  }

  Outcome<ScalarValue> load(const Place &place, const Expr &access) {
    auto value = memory.load(place, access);
    return value ? Outcome<ScalarValue>(*value) : outOfBounds(place, access);
  }

  Outcome<Ok> store(const Place &place, const Expr &access, const ScalarValue &value) {
    return memory.store(place, access, value) ? Outcome<Ok>(Ok()) : outOfBounds(place, access);
  }

  // Statements.

  Outcome<Ok> assignPointer(SymbolId symbol, const std::string &op, const Expr &value) {
    if (op == "=") {
      TRY(place, point(value));
      pointers[symbol] = *place;
      return Ok();
    }
    Place place = placeOf(symbol);
    TRY(offset, index(value));
    place.index += op == "-=" ? -*offset : *offset;
    pointers[symbol] = place;
    return Ok();
  }

  Outcome<Change> assign(const Expr &target, const std::string &op, const Expr &value) {
    if (target.kind == Expr::Kind::Symbol && target.type.kind == CType::Kind::Pointer) {
      TRY(assigned, assignPointer(target.symbol, op, value));
      return Change();
    }
    auto pointed =
        target.kind == Expr::Kind::Symbol ? dereferenced(target) : std::optional<Place>();
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
    if (op == "=") {
      TRY(right, evaluate(value));
      result = *right;
    } else {
      TRY(before, isScalar ? evaluate(target) : load(place, target));
      TRY(right, evaluate(value));
      held = *before;
      Expr operation;
      operation.text = op.substr(0, op.size() - 1);
      bool isShift = operation.text == "<<" || operation.text == ">>";
      operation.type = isShift ? target.type : commonType(target.type, value.type);
      operation.range = value.range;
      TRY(left, convert(*before, target.type, operation.type, value.range));
      TRY(other, isShift ? right : convert(*right, value.type, operation.type, value.range));
      TRY(done, apply(operation.text, *left, operation.type, *other, isShift ? value.type : operation.type, operation));
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

  Outcome<Ok> declare(const Stmt &stmt) {
    const Symbol &symbol = nest.symbol(stmt.symbol);
    if (symbol.type.kind == CType::Kind::Array) {
      if (!symbol.elementCount || stmt.value)
        return Rejection{RejectionKind::Statement, stmt.range, "array " + symbol.name};
      const CType *element = &symbol.type;
      while (element->kind == CType::Kind::Array)
        element = element->element.get();
      ScalarValue zero =
          element->kind == CType::Kind::Floating ? ScalarValue::floating(0) : ScalarValue();
      memory.objects[symbol.name] = {0, std::vector<ScalarValue>(*symbol.elementCount, zero)};
      return Ok();
    }
    scalars[stmt.symbol].reset();
    if (!stmt.value)
      return Ok();
    if (symbol.type.kind == CType::Kind::Pointer)
      return assignPointer(stmt.symbol, "=", *stmt.value);
    TRY(value, evaluate(*stmt.value));
    TRY(converted, convert(*value, stmt.value->type, symbol.type, stmt.range));
    scalars[stmt.symbol] = *converted;
    return Ok();
  }

  Outcome<Ok> loop(const Stmt &stmt) {
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
      if (flow == Flow::Leave)
        return Ok();
      if (std::exchange(flow, Flow::Next) == Flow::Break)
        return Ok();
      if (stmt.step) {
        TRY(stepped, execute(*stmt.step));
      }
    }
  }

  /// Runs the sections from the one that has the value's label, or else from the default one.
  Outcome<Ok> choice(const Stmt &stmt) {
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

  /// The body of `do { ... } while (0)`.
  Outcome<Ok> once(const Stmt &stmt) {
    TRY(done, execute(*stmt.children[0]));
    if (flow != Flow::Leave)
      flow = Flow::Next;
    return Ok();
  }

  Outcome<Ok> jump(const Stmt &stmt) {
    if (stmt.value) {
      TRY(value, evaluate(*stmt.value));
      returned = *value;
    }
    if (stmt.text != "continue" && stmt.text != "break" && stmt.text != "return")
      return Rejection{RejectionKind::Jump, stmt.range, stmt.text};
    flow = stmt.text == "continue" ? Flow::Continue
           : stmt.text == "break"  ? Flow::Break
                                   : Flow::Leave;
    return Ok();
  }

  Outcome<Ok> execute(const Stmt &stmt) {
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
      TRY(change, assign(*stmt.target, stmt.text, *stmt.value));
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

#undef TRY

  const SourceNest &nest;
  Surroundings &shared;
  ObjectMemory &memory;
  /// By symbol; pointers without an entry point to the first element of an object of their own name.
  std::vector<std::optional<ScalarValue>> scalars;
  std::vector<std::optional<Place>> pointers;
  std::vector<bool> isDereference;
  std::set<SymbolId> nulls; // pointers that a call gave null
  ScalarValue returned;
  /// Where control goes: on, to the end of the innermost loop's body, behind that loop or switch, or out of the nest.
  enum class Flow { Next, Continue, Break, Leave };
  Flow flow = Flow::Next;
};

} // namespace

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
