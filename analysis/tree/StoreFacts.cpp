#include "analysis/tree/StoreFacts.h"

#include "analysis/tree/CallEffects.h"
#include "analysis/tree/Conversions.h"
#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/NumberTypes.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>

namespace acc {
namespace {

bool isCharacter(const CType &type) { return type.kind == CType::Kind::Integer && type.size == 1; }

/// They differ in a subscript that is a number in both.
bool areDifferentElements(const Expr &a, const Expr &b) {
  if (a.kind != Expr::Kind::Access || b.kind != Expr::Kind::Access ||
      a.operands.size() != b.operands.size())
    return false;
  for (size_t k = 1; k < a.operands.size(); ++k) {
    const Expr &x = skipWidening(*a.operands[k]), &y = skipWidening(*b.operands[k]);
    if (x.kind == Expr::Kind::Integer && y.kind == Expr::Kind::Integer && x.value != y.value)
      return true;
  }
  return false;
}

/// Two members of one structure: p->n and p->count. Those of a union are in no tree.
bool areDifferentMembers(const SourceNest &nest, const Symbol &a, const Symbol &b) {
  if (a.kind != Symbol::Kind::Path || b.kind != Symbol::Kind::Path || a.parent < 0 ||
      a.parent != b.parent || a.name == b.name)
    return false;
  const size_t at = nest.symbol(a.parent).name.size();
  auto isMember = [&](const Symbol &part) { return part.name[at] == '.' || part.name[at] == '-'; };
  return isMember(a) && isMember(b);
}

} // namespace

bool mayAlias(const UnitFacts &unit, const CType &a, const CType &b) {
  if (!unit.strictAliasing || isCharacter(a) || isCharacter(b))
    return true;
  if (a.kind == CType::Kind::Other || b.kind == CType::Kind::Other ||
      a.kind == CType::Kind::Array || b.kind == CType::Kind::Array)
    return true;
  // The signed and the unsigned form of a type alias; so, for compilers, do
  // pointers of all types.
  return a.kind == b.kind && a.size == b.size;
}

SymbolId rootOf(const Expr &base) {
  switch (base.kind) {
  case Expr::Kind::Symbol:
    return base.symbol;
  case Expr::Kind::Cast:
  case Expr::Kind::Unary:
    return rootOf(*base.operands[0]);
  case Expr::Kind::Access:
    // What is loaded from an array of pointers has no symbol of its own.
    return base.type.kind == CType::Kind::Pointer ? -1 : rootOf(*base.operands[0]);
  case Expr::Kind::Binary:
    for (const ExprRef &operand : base.operands)
      if (operand->type.kind == CType::Kind::Pointer || operand->type.kind == CType::Kind::Array)
        return rootOf(*operand);
    return -1;
  default:
    return -1;
  }
}

StoreFacts::StoreFacts(const SourceNest &nest) : nest(nest) {
  forEachStmt(nest.root, [&](const StmtRef &stmt) {
    if (stmt->kind == Stmt::Kind::Declare)
      declared.insert(stmt->symbol);
    if (SymbolId variable = loopVariable(*stmt); variable >= 0)
      loopVariables.insert(variable);
    if (SymbolId symbol = assignedSymbol(*stmt); symbol >= 0) {
      assigned.insert(symbol);
      if (isMemory(symbol))
        stores.push_back({nest.symbol(symbol).type, symbol, false, true, stmt->target.get()});
    }
    if (stmt->kind == Stmt::Kind::Assign && stmt->target->kind == Expr::Kind::Access) {
      SymbolId base = rootOf(*stmt->target->operands[0]);
      stores.push_back({stmt->target->type, base, isObject(base), false, stmt->target.get()});
    }
  });
  forEachExprIn(nest.root, [&](const ExprRef &expr) {
    if (!unknownCall && mayWriteMemory(*expr))
      unknownCall = expr.get();
    observes |= expr->kind == Expr::Kind::Call && expr->effect == CallEffect::Observes;
    if (expr->kind == Expr::Kind::Unary && expr->op() == Op::Amp)
      addressed.insert(rootVariable(rootOf(*expr->operands[0])));
    if (expr->kind == Expr::Kind::Symbol && expr->type.kind == CType::Kind::Array)
      addressed.insert(rootVariable(expr->symbol));
    if (expr->kind != Expr::Kind::Access)
      return;
    SymbolId base = rootOf(*expr->operands[0]);
    accesses.push_back({expr->type, base, isObject(base), false, expr.get()});
  });
}

/// An array with a name of its own, not one reached through a pointer.
bool StoreFacts::isObject(SymbolId id) const {
  return id >= 0 && nest.symbol(id).type.kind == CType::Kind::Array &&
         !nest.symbol(id).throughPointer;
}

SymbolId StoreFacts::rootVariable(SymbolId id) const {
  return id >= 0 && nest.symbol(id).kind == Symbol::Kind::Path ? nest.symbol(id).root : id;
}

/// A member of the record, or of one in it.
bool StoreFacts::isPartOf(SymbolId part, SymbolId whole) const {
  for (SymbolId at = part; at >= 0 && nest.symbol(at).kind == Symbol::Kind::Path;
       at = nest.symbol(at).parent)
    if (nest.symbol(at).root == whole || nest.symbol(at).parent == whole)
      return !nest.symbol(at).throughPointer;
  return false;
}

bool StoreFacts::isMemory(SymbolId id) const {
  const Symbol &symbol = nest.symbol(id);
  if (symbol.kind == Symbol::Kind::Global || symbol.addressTaken || symbol.isStaticOrThreadLocal ||
      (symbol.isOwnStatic && callsTouchMemory()))
    return true;
  if (symbol.kind != Symbol::Kind::Path)
    return false;
  return symbol.throughPointer || (symbol.root >= 0 && symbol.root != id && isMemory(symbol.root));
}

bool StoreFacts::isOwnNumber(SymbolId id) const {
  const Symbol &symbol = nest.symbol(id);
  SymbolId root = rootVariable(id);
  if (root < 0 || symbol.throughPointer || symbol.isStaticOrThreadLocal)
    return false;
  Symbol::Kind kind = nest.symbol(root).kind;
  return symbol.addressTaken && symbol.type.isInteger() && !addressed.count(root) &&
         (kind == Symbol::Kind::Local || kind == Symbol::Kind::Parameter);
}

bool StoreFacts::mayAlias(const CType &a, const CType &b) const {
  return acc::mayAlias(*nest.unit, a, b);
}

/// A store to an element of an array whose address can be compared with the symbol's.
bool StoreFacts::isComparable(const Store &store, SymbolId id) const {
  if (store.byName || !isMemory(id))
    return false;
  const Symbol &symbol = nest.symbol(id);
  SymbolId root = symbol.kind == Symbol::Kind::Path ? symbol.root : id;
  return !(store.isObject && store.base == root && !symbol.throughPointer);
}

bool StoreFacts::mayChange(const Store &store, SymbolId id) const {
  const Symbol &symbol = nest.symbol(id);
  if (store.byName && store.base == id)
    return true;
  if (!mayAlias(store.type, symbol.type) ||
      (store.byName && areDifferentMembers(nest, nest.symbol(store.base), symbol)))
    return false;
  SymbolId root = symbol.kind == Symbol::Kind::Path ? symbol.root : id;
  bool namesRoot = (store.isObject || store.byName) && store.base == root;
  if (namesRoot && !symbol.throughPointer)
    return true;
  if (!isMemory(id))
    return false;
  bool storeNamesObject =
      store.isObject || (store.byName && !nest.symbol(store.base).throughPointer);
  return !storeNamesObject || symbol.throughPointer;
}

Rejection StoreFacts::changedByCall(const std::string &what, SourceRange where) const {
  return {RejectionKind::InvariantMemory, where,
          what + " may be changed by the call " + printExpr(nest, *unknownCall)};
}

Rejection StoreFacts::rejection(const Store &store, const std::string &what,
                                SourceRange where) const {
  std::string by = store.byName ? nest.symbol(store.base).name
                   : store.node ? printExpr(nest, *store.node)
                                : std::string("a store");
  return {RejectionKind::InvariantMemory, where, what + " may be changed by the store to " + by};
}

std::optional<Rejection> StoreFacts::whyNotInvariant(SymbolId id, SourceRange where) const {
  const Symbol &symbol = nest.symbol(id);
  if (symbol.type.isVolatile)
    return Rejection{RejectionKind::Volatile, where, symbol.name};
  if (isAssigned(id))
    return Rejection{RejectionKind::ScalarState, where, symbol.name};
  if (auto why = whyPlaceChanges(id, where))
    return why;
  for (SymbolId part : assigned)
    if (isPartOf(part, id))
      return Rejection{RejectionKind::InvariantMemory, where,
                       symbol.name + " is changed by the assignment to " + nest.symbol(part).name};
  if (isChangedByCall(id))
    return changedByCall(symbol.name, where);
  for (const Store &store : stores)
    if (isPartOf(store.base, id) || (mayChange(store, id) && !isComparable(store, id)))
      return rejection(store, symbol.name, where);
  return std::nullopt;
}

std::optional<Rejection> StoreFacts::whyPlaceChanges(SymbolId id, SourceRange where) const {
  const Symbol &symbol = nest.symbol(id);
  if (symbol.kind != Symbol::Kind::Path || symbol.root < 0 || symbol.root == id)
    return std::nullopt;
  for (SymbolId whole : assigned)
    if (whole == symbol.root || isPartOf(id, whole))
      return Rejection{RejectionKind::InvariantMemory, where,
                       symbol.name + " is changed by the assignment to " + nest.symbol(whole).name};
  if (!symbol.throughPointer || symbol.parent < 0)
    return std::nullopt;
  // The pointers on the way are read each time.
  bool isDereference = nest.symbol(symbol.parent).type.kind == CType::Kind::Pointer;
  return isDereference ? whyNotInvariant(symbol.parent, where)
                       : whyPlaceChanges(symbol.parent, where);
}

std::optional<Rejection> StoreFacts::whyNotInvariant(const Expr &access) const {
  SymbolId base = rootOf(*access.operands[0]);
  bool isObject = this->isObject(base);
  bool isPrivateObject = isObject && !isMemory(base);
  if (unknownCall && !isPrivateObject)
    return changedByCall(printExpr(nest, access), access.range);
  for (const Store &store : stores) {
    if (!mayAlias(store.type, access.type))
      continue;
    bool namesOther = store.byName && !nest.symbol(store.base).throughPointer;
    bool otherObject = isObject && store.isObject && store.base != base;
    bool unreachable = isPrivateObject && store.base != base;
    if (otherObject || unreachable || (isObject && namesOther && store.base != base))
      continue;
    bool isSame =
        store.node && store.base == base && printExpr(nest, *store.node) == printExpr(nest, access);
    // No guard compares addresses inside of a local array, of which each iteration may have its
    // own.
    const bool isOwnArray = isObject && nest.symbol(base).kind == Symbol::Kind::Local &&
                            !nest.symbol(base).isStaticOrThreadLocal;
    if (isOwnArray && store.base == base && !isSame)
      isSame = !store.node || !areDifferentElements(*store.node, access);
    if (!store.byName && !isSame)
      continue; // addresses are compared
    return rejection(store, printExpr(nest, access), access.range);
  }
  return std::nullopt;
}

bool StoreFacts::storesTo(SymbolId base) const {
  return std::any_of(stores.begin(), stores.end(),
                     [&](const Store &store) { return !store.byName && store.base == base; });
}

SymbolId StoreFacts::originOf(SymbolId id) const {
  const Symbol &symbol = nest.symbol(id);
  if (!symbol.throughPointer)
    return symbol.kind == Symbol::Kind::Path ? symbol.root : id;
  for (SymbolId at = symbol.parent; at >= 0; at = nest.symbol(at).parent)
    if (nest.symbol(at).kind == Symbol::Kind::Path &&
        nest.symbol(at).type.kind == CType::Kind::Pointer)
      return -1; // a pointer in memory, which the function may have stored there
  const Symbol &root = nest.symbol(symbol.root);
  bool isGiven = root.kind == Symbol::Kind::Parameter && !root.isAssigned && !root.addressTaken &&
                 symbol.parent >= 0;
  return isGiven ? symbol.root : -1;
}

std::vector<KeptLocation> StoreFacts::keptBy(SymbolId id, bool isReadAgain) const {
  const Symbol &symbol = nest.symbol(id);
  std::vector<KeptLocation> kept;
  if (symbol.kind == Symbol::Kind::Path && symbol.throughPointer && symbol.parent >= 0)
    kept = keptBy(symbol.parent);
  bool isScalar = symbol.type.kind != CType::Kind::Array &&
                  (symbol.type.kind != CType::Kind::Other || isComplex(symbol.type));
  bool mayBeReached = std::any_of(stores.begin(), stores.end(), [&](const Store &store) {
    return isComparable(store, id) &&
           (mayChange(store, id) || (isReadAgain && mayOverwrite(store, id)));
  });
  if (isScalar && mayBeReached)
    kept.push_back({symbol.spelling, symbol.type, !symbol.throughPointer, isOwnNumber(id),
                    isReadAgain, originOf(id)});
  return kept;
}

std::vector<KeptLocation> StoreFacts::keptBy(const Expr &access) const {
  SymbolId base = rootOf(*access.operands[0]);
  bool isPrivateObject = isObject(base) && !isMemory(base);
  std::vector<KeptLocation> kept;
  if (base >= 0)
    kept = keptBy(base);
  bool mayBeReached = std::any_of(stores.begin(), stores.end(), [&](const Store &store) {
    bool isElsewhere =
        store.base != base && (isPrivateObject || (isObject(base) && store.isObject));
    return !store.byName && !isElsewhere && mayAlias(store.type, access.type);
  });
  // An element of the array that the nest stores to is compared with that array, too.
  if (mayBeReached)
    kept.push_back({printExpr(nest, access), access.type, false});
  return kept;
}

/// Stores of two types to allocated memory, of which the last one stays (C11 6.5p6): the scalar's
/// own must not go past the other.
bool StoreFacts::mayOverwrite(const Store &store, SymbolId scalar) const {
  const bool isAllocated = nest.symbol(scalar).throughPointer && isMemory(scalar);
  const bool namesObject =
      store.isObject || (store.byName && !nest.symbol(store.base).throughPointer);
  return isAllocated && !namesObject && store.base != scalar;
}

const Expr *StoreFacts::aliasOf(SymbolId symbol) const {
  for (const Store &access : accesses)
    if (mayChange(access, symbol))
      return access.node;
  for (const Store &store : stores)
    if (store.node && (mayOverwrite(store, symbol) ||
                       (store.byName && store.base != symbol && mayChange(store, symbol))))
      return store.node;
  return nullptr;
}

} // namespace acc
