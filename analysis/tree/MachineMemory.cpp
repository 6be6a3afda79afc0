#include "analysis/tree/Conversions.h"
#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/Hints.h"
#include "analysis/tree/Machine.h"
#include "analysis/tree/NumberTypes.h"
#include "analysis/tree/TreeUtil.h"

namespace acc {

Outcome<int64_t> Machine::index(const Expr &expr) {
  TRY(value, evaluate(expr));
  return int64_t(value->bits);
}

Place *Machine::lentPointer(SymbolId symbol) const {
  const auto &base = isDereference[symbol] ? pointers[nest.symbol(symbol).root] : std::nullopt;
  auto lent = base ? shared.lentPointers.find(base->base) : shared.lentPointers.end();
  return lent != shared.lentPointers.end() ? &lent->second : nullptr;
}

Place Machine::placeOf(SymbolId symbol) const {
  if (const Place *lent = lentPointer(symbol))
    return *lent;
  return pointers[symbol] ? *pointers[symbol] : Place{nest.symbol(symbol).name, 0};
}

std::optional<Place> Machine::dereferenced(const Expr &expr) const {
  if (!isDereference[expr.symbol])
    return std::nullopt;
  Place place = placeOf(nest.symbol(expr.symbol).root);
  bool isObject = shared.options.contents || memory.objects.count(place.base);
  return isObject ? std::optional(place) : std::nullopt;
}

Outcome<ScalarValue> Machine::address(const Expr &pointer, const CType &type) {
  TRY(place, point(pointer));
  if (!pointer.type.element || pointer.type.element->size == 0)
    return unknown(pointer);
  return wrapped(memory.addressOf(*place, pointer.type.element->size), type);
}

Outcome<Place> Machine::placeAt(const Expr &cast) {
  TRY(number, index(*cast.operands[0]));
  auto place = memory.placeAt(*number, cast.type.element ? cast.type.element->size : 0);
  return place ? Outcome<Place>(*place) : unknown(cast);
}

/// Bytes of the numbers that the pointer leads to; 0 where it leads to something else.
static int64_t numberSize(const CType &pointer) {
  return pointer.element && isArithmetic(*pointer.element) ? int64_t(pointer.element->size) : 0;
}

Outcome<Place> Machine::pointAs(const Expr &cast) {
  const Expr *inner = cast.operands[0].get();
  while (inner->kind == Expr::Kind::Cast && numberSize(inner->type) == 0 && // (void *)words
         inner->operands[0]->type.kind == CType::Kind::Pointer)
    inner = inner->operands[0].get();
  TRY(place, point(*inner));
  const int64_t from = numberSize(inner->type), to = numberSize(cast.type);
  if (from == 0 || to == 0 || from == to)
    return *place;
  if (place->index * from % to != 0)
    return unknown(cast);
  place->index = place->index * from / to;
  return *place;
}

Outcome<Place> Machine::point(const Expr &expr) {
  switch (expr.kind) {
  case Expr::Kind::Symbol:
    return placeOf(expr.symbol);
  case Expr::Kind::Cast:
    return expr.operands[0]->type.isInteger() ? placeAt(expr) : pointAs(expr);
  case Expr::Kind::Call:
    if (ExprRef value = hintedValue(expr))
      return point(*value);
    break;
  case Expr::Kind::Binary: {
    bool second = !expr.operands[0]->type.element;
    TRY(base, point(*expr.operands[second ? 1 : 0]));
    TRY(offset, index(*expr.operands[second ? 0 : 1]));
    base->index += expr.op() == Op::Minus ? -*offset : *offset;
    return *base;
  }
  case Expr::Kind::Unary:
    if (expr.op() == Op::Amp && expr.operands[0]->kind == Expr::Kind::Access)
      return locate(*expr.operands[0]);
    break;
  case Expr::Kind::Access:
    if (expr.type.kind == CType::Kind::Array)
      return locate(expr);
    if (expr.type.kind == CType::Kind::Pointer && shared.options.contents) {
      TRY(place, locate(expr));
      return memory.rowAt(*place, expr);
    }
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
      TRY(assigned, assignPointer(pointer, expr.op(), *expr.operands[1]));
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

Outcome<std::vector<int64_t>> Machine::innerSizes(const Expr &base) {
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

Outcome<Place> Machine::locate(const Expr &access) {
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

Rejection Machine::outOfBounds(const Place &place, const Expr &access) const {
  return undefined(access.range, place.base + access.member + "[" + std::to_string(place.index) +
                                     "] out of bounds");
}

bool Machine::isBeyondDeclared(const Place &place) const {
  auto declared = declaredCounts.find(place.base);
  return declared != declaredCounts.end() && !shared.options.ignoreBounds &&
         (place.index < 0 || place.index >= declared->second);
}

Outcome<ScalarValue> Machine::load(const Place &place, const Expr &access) {
  auto value = isBeyondDeclared(place) ? std::nullopt : memory.load(place, access);
  return value ? Outcome<ScalarValue>(*value) : outOfBounds(place, access);
}

Outcome<Ok> Machine::store(const Place &place, const Expr &access, const ScalarValue &value) {
  return !isBeyondDeclared(place) && memory.store(place, access, value)
             ? Outcome<Ok>(Ok())
             : outOfBounds(place, access);
}

} // namespace acc
