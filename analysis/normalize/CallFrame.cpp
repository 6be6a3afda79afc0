#include "analysis/normalize/CallFrame.h"

#include "analysis/tree/SideEffects.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <utility>

namespace acc {
namespace {

bool isArrow(const std::string &suffix) { return suffix.rfind("->", 0) == 0; }
bool isDereference(const std::string &suffix) { return suffix == "[0]"; }

bool isFirst(const std::vector<ExprRef> &subscripts) {
  return subscripts.size() == 1 && subscripts[0]->kind == Expr::Kind::Integer &&
         subscripts[0]->value == 0;
}

} // namespace

ExprRef CallFrame::boundTo(SymbolId own) const {
  auto found = values.find(own);
  return found == values.end() ? nullptr : found->second;
}

std::string CallFrame::freshName(const std::string &spelling) const {
  auto isTaken = [&](const std::string &name) {
    return std::any_of(symbols.begin(), symbols.end(),
                       [&](const Symbol &symbol) { return symbol.name == name; });
  };
  std::string name = spelling;
  for (int i = 2; isTaken(name) || (i > 2 && unit.identifiers.mayContain(name)); ++i)
    name = spelling + "_" + std::to_string(i);
  return name;
}

ExprRef CallFrame::sized(const ExprRef &size) {
  return mapExpr(size, [this](const ExprRef &part) -> ExprRef {
    return part->kind == Expr::Kind::Symbol ? symbol(*part) : nullptr;
  });
}

/// Sizes may name variables that are added for them, so they come last.
SymbolId CallFrame::add(Symbol symbol, SymbolId like) {
  const SymbolId id = SymbolId(symbols.size());
  if (symbol.kind != Symbol::Kind::Path)
    symbol.root = id;
  symbol.innerSizes.clear();
  symbol.extent = nullptr;
  symbols.push_back(std::move(symbol));
  if (own(like).kind != Symbol::Kind::Path)
    ids[like] = id;
  std::vector<ExprRef> sizes;
  for (const ExprRef &size : own(like).innerSizes)
    sizes.push_back(sized(size));
  symbols[id].innerSizes = std::move(sizes);
  if (own(like).kind != Symbol::Kind::Path && own(like).extent) {
    ExprRef extent = sized(own(like).extent);
    symbols[id].extent = std::move(extent);
  }
  return id;
}

SymbolId CallFrame::declared(SymbolId id) {
  if (auto known = ids.find(id); known != ids.end())
    return known->second;
  Symbol symbol = own(id);
  symbol.name = freshName(symbol.spelling + (function.isOpened ? "'" : ""));
  symbol.kind = Symbol::Kind::Local;
  if (!function.isOpened) {
    symbol.isInvented = true;
    symbol.declaration = {};
  }
  return add(std::move(symbol), id);
}

/// A variable of the unit: the nest may name it itself.
SymbolId CallFrame::sharedWith(SymbolId id) {
  if (auto known = ids.find(id); known != ids.end())
    return known->second;
  for (size_t k = 0; k < symbols.size(); ++k)
    if (symbols[k].kind == Symbol::Kind::Global && symbols[k].spelling == own(id).spelling)
      return ids[id] = SymbolId(k);
  Symbol symbol = own(id);
  symbol.name = freshName(symbol.spelling);
  return add(std::move(symbol), id);
}

ExprRef CallFrame::symbol(const Expr &node) {
  if (ExprRef value = boundTo(node.symbol))
    return value;
  const Symbol &variable = own(node.symbol);
  if (variable.kind == Symbol::Kind::Path)
    return path(node);
  SymbolId id =
      variable.kind == Symbol::Kind::Global ? sharedWith(node.symbol) : declared(node.symbol);
  return makeSymbol(id, symbols[id].type, placeOf(node.range));
}

SymbolId CallFrame::pathOn(SymbolId from, const std::string &suffix, const Symbol &like) {
  const std::string name = symbols[from].name + suffix;
  for (size_t id = 0; id < symbols.size(); ++id)
    if (symbols[id].kind == Symbol::Kind::Path && symbols[id].name == name)
      return SymbolId(id);
  Symbol symbol = like;
  symbol.name = name;
  symbol.spelling = symbols[from].spelling + suffix;
  symbol.root = symbols[from].root;
  symbol.parent = from;
  symbol.throughPointer = suffix[0] != '.' || symbols[from].throughPointer;
  const Symbol &root = symbols[symbol.root];
  symbol.addressTaken = root.addressTaken;
  symbol.isLent = !symbol.throughPointer && root.isLent;
  symbol.isStaticOrThreadLocal = !symbol.throughPointer && root.isStaticOrThreadLocal;
  symbol.declaration = root.declaration;
  const SymbolId likeId = SymbolId(&like - function.symbols->data());
  return add(std::move(symbol), likeId);
}

/// What the function reaches by members from one of its variables.
ExprRef CallFrame::path(const Expr &node) {
  const Symbol &whole = own(node.symbol);
  const std::string suffix = whole.name.substr(own(whole.parent).name.size());
  const ExprRef base = symbol(*makeSymbol(whole.parent, own(whole.parent).type, node.range));
  if (base->kind == Expr::Kind::Unsupported)
    return unsupported(node, *base);
  const std::string member = isArrow(suffix)         ? "." + suffix.substr(2)
                             : isDereference(suffix) ? ""
                                                     : suffix;
  if (base->kind == Expr::Kind::Symbol) {
    const Symbol &from = symbols[base->symbol];
    bool isPath = !isDereference(suffix)
                      ? !isArrow(suffix) || !from.isWalked
                      : from.kind == Symbol::Kind::Parameter && !from.isWalked && !from.isAssigned;
    if (isPath) {
      SymbolId id = pathOn(base->symbol, suffix, whole);
      return makeSymbol(id, symbols[id].type, placeOf(node.range));
    }
  } else if (isArrow(suffix) && isAddressOfVariable(*base, symbols)) { // (&x)->m is x.m
    SymbolId id = pathOn(base->operands[0]->symbol, member, whole);
    return makeSymbol(id, symbols[id].type, placeOf(node.range));
  } else if (suffix[0] == '.') {
    if (base->kind != Expr::Kind::Access)
      return unsupported(node, "a member of an rvalue");
    auto part = std::make_shared<Expr>(*base);
    part->type = whole.type;
    part->range = placeOf(node.range);
    part->member += member;
    return part;
  }
  Expr behind;
  behind.kind = Expr::Kind::Access;
  behind.type = whole.type;
  behind.range = node.range;
  ExprRef place = access(behind, base, {makeInteger(0, truthType(), placeOf(node.range))});
  if (member.empty() || place->kind != Expr::Kind::Access)
    return place;
  auto part = std::make_shared<Expr>(*place);
  part->member += member;
  return part;
}

ExprRef CallFrame::access(const Expr &node, const ExprRef &base,
                          std::vector<ExprRef> subscripts) const {
  if (base->kind == Expr::Kind::Unsupported)
    return unsupported(node, *base);
  auto place = std::make_shared<Expr>(node);
  place->range = placeOf(node.range);
  place->operands = {base};
  if (base->kind == Expr::Kind::Access && base->type.kind == CType::Kind::Array) {
    place->operands = base->operands;
    std::string member = base->member;
    // Of an array in an element a constant index is part of the path.
    for (size_t k = 0; !base->member.empty() && k < subscripts.size(); ++k) {
      if (subscripts[k]->kind != Expr::Kind::Integer)
        return unsupported(node, "a variable index into an array member");
      member += "[" + std::to_string(subscripts[k]->value) + "]";
    }
    if (!base->member.empty())
      subscripts.clear();
    place->member = member + node.member;
  } else if (isFirst(subscripts) && node.member.empty() && isAddressOfVariable(*base, symbols) &&
             base->operands[0]->type.spelling == node.type.spelling) {
    // *&x is x, another node at each place.
    auto variable = std::make_shared<Expr>(*base->operands[0]);
    variable->range = place->range;
    return variable;
  }
  place->operands.insert(place->operands.end(), subscripts.begin(), subscripts.end());
  return place;
}

ExprRef CallFrame::address(const Expr &node, const ExprRef &operand) const {
  if (operand->kind == Expr::Kind::Unsupported)
    return operand;
  if (operand->kind == Expr::Kind::Access && operand->type.kind == CType::Kind::Array)
    return unsupported(node, "the address of an array");
  auto address = std::make_shared<Expr>(node);
  address->range = placeOf(node.range);
  address->operands = {operand};
  return address;
}

ExprRef CallFrame::decayed(const ExprRef &place) const {
  bool isRow = place->kind == Expr::Kind::Access && place->type.kind == CType::Kind::Array;
  return isRow ? unsupported(*place, "an array member used as a pointer") : place;
}

std::vector<SymbolId> CallFrame::changed(const std::vector<SymbolId> &own) {
  std::vector<SymbolId> result;
  for (SymbolId id : own)
    if (!boundTo(id) && this->own(id).kind != Symbol::Kind::Path)
      result.push_back(this->own(id).kind == Symbol::Kind::Global ? sharedWith(id) : declared(id));
  return result;
}

ExprRef CallFrame::unsupported(const Expr &node, const Expr &part) const {
  auto copy = std::make_shared<Expr>(part);
  copy->range = placeOf(node.range);
  return copy;
}

ExprRef CallFrame::unsupported(const Expr &node, const std::string &text) const {
  auto copy = std::make_shared<Expr>();
  copy->type = node.type;
  copy->range = placeOf(node.range);
  copy->text = text;
  return copy;
}

} // namespace acc
