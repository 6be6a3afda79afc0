#include "analysis/model/Accesses.h"

#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/NumberTypes.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>

namespace acc {
namespace {

CType pointeeOf(const CType &type) { return type.element ? *type.element : CType(); }

/// Element sizes agree, or one of them is not known.
bool sameUnit(const CType &a, const CType &b) { return !a.size || !b.size || a.size == b.size; }

bool sameElement(const CType &a, const CType &b) { return a.kind == b.kind && a.size == b.size; }

/// What arrays of arrays hold in the end.
CType innermostOf(CType rows) {
  while (rows.kind == CType::Kind::Array)
    rows = pointeeOf(rows);
  return rows;
}

bool isInnermost(const CType &element, const CType &rows) {
  return rows.kind == CType::Kind::Array && element.kind != CType::Kind::Array && element.size &&
         sameElement(element, innermostOf(rows));
}

} // namespace

void ArrayTable::begin(const StmtRef &root) {
  forEachStmt(root, [&](const StmtRef &stmt) {
    if (stmt->target && stmt->target->kind == Expr::Kind::Access)
      stored.insert(rootOf(*stmt->target->operands[0]));
  });
}

Outcome<ArrayTable::Place> ArrayTable::place(const Expr &pointer, IntegerReader &reader) {
  Rejection indirect{RejectionKind::IndirectBase, pointer.range, printExpr(model.nest, pointer)};
  switch (pointer.kind) {
  case Expr::Kind::Symbol: {
    const Symbol &symbol = model.nest.symbol(pointer.symbol);
    Place result;
    result.base = pointer.symbol;
    result.pointee = pointeeOf(symbol.type);
    if (symbol.type.kind == CType::Kind::Array) {
      if (auto why = model.stores.whyPlaceChanges(pointer.symbol, pointer.range))
        return *why;
      if (symbol.throughPointer && symbol.parent >= 0)
        model.keep(symbol.parent, pointer.range);
      return result;
    }
    if (symbol.type.kind != CType::Kind::Pointer)
      return indirect;
    if (auto why = model.state.find(pointer.symbol); why != model.state.end()) {
      bool isSaid = why->second.kind == RejectionKind::IndirectBase;
      return Rejection{RejectionKind::IndirectBase, pointer.range,
                       isSaid ? why->second.detail : symbol.name};
    }
    if (auto why = model.stores.whyNotInvariant(pointer.symbol, pointer.range)) {
      if (why->kind == RejectionKind::ScalarState)
        return indirect;
      return *why;
    }
    model.keep(pointer.symbol, pointer.range);
    return result;
  }
  case Expr::Kind::Cast: {
    if (pointer.type.kind != CType::Kind::Pointer)
      return indirect;
    auto inner = place(*pointer.operands[0], reader);
    if (!inner)
      return inner;
    CType pointee = pointeeOf(pointer.type);
    if (isInnermost(pointee, inner->pointee)) { // (float *)rows: all rows as one
      for (; inner->pointee.kind == CType::Kind::Array;
           inner->pointee = pointeeOf(inner->pointee)) {
        inner->dims.push_back(inner->offset);
        inner->offset = Polynomial(0);
      }
      inner->isWalked = true;
      return inner;
    }
    if (pointer.operands[0]->type.kind == CType::Kind::Array)
      return inner;
    bool counts = !inner->dims.empty() || !inner->offset.isZero();
    if (!sameUnit(pointee, inner->pointee) && pointee.kind != CType::Kind::Void && counts) {
      // In smaller units the offset is a larger number.
      bool divides = pointee.size && inner->pointee.size % pointee.size == 0;
      if (!divides || !inner->dims.empty())
        return Rejection{RejectionKind::ElementType, pointer.range, indirect.detail};
      inner->offset = inner->offset * Polynomial(int64_t(inner->pointee.size / pointee.size));
    }
    inner->pointee = pointee;
    return inner;
  }
  case Expr::Kind::Binary: {
    bool rightIsPointer = pointer.operands[1]->type.kind == CType::Kind::Pointer ||
                          pointer.operands[1]->type.kind == CType::Kind::Array;
    bool isSum = pointer.op() == Op::Plus || (pointer.op() == Op::Minus && !rightIsPointer);
    if (!isSum)
      return indirect;
    auto inner = place(*pointer.operands[rightIsPointer ? 1 : 0], reader);
    if (!inner)
      return inner;
    auto index = reader.readIndex(*pointer.operands[rightIsPointer ? 0 : 1]);
    if (!index)
      return index.rejection();
    inner->offset = pointer.op() == Op::Plus ? inner->offset + *index : inner->offset - *index;
    inner->isWalked |= !inner->dims.empty();
    return inner;
  }
  case Expr::Kind::Unary:
    if (pointer.op() == Op::Amp && pointer.operands[0]->kind == Expr::Kind::Access &&
        pointer.operands[0]->member.empty()) {
      auto inner = placeOfAccess(*pointer.operands[0], reader);
      if (inner) {
        inner->offset = inner->dims.back();
        inner->dims.pop_back();
        inner->isWalked = !inner->dims.empty();
        inner->pointee = pointeeOf(pointer.type);
      }
      return inner;
    }
    return indirect;
  case Expr::Kind::Access:
    if (pointer.type.kind == CType::Kind::Array && pointer.member.empty()) {
      auto inner = placeOfAccess(pointer, reader);
      if (inner)
        inner->pointee = pointeeOf(pointer.type);
      return inner;
    }
    if (pointer.type.kind != CType::Kind::Pointer)
      return indirect;
    if (auto why = reader.whyNotFixed(pointer))
      return *why;
    reader.keepFixed(pointer);
    return Place{loadedPointer(pointer), {}, {}, pointeeOf(pointer.type), false};
  default:
    return indirect;
  }
}

/// A pointer in memory, at a place that stays, is a base of its own: rows[i] in rows[i][j*n + k].
SymbolId ArrayTable::loadedPointer(const Expr &pointer) {
  std::string text = printExpr(model.nest, pointer);
  const SymbolTable &known = *model.nest.symbols;
  for (size_t id = 0; id < known.size(); ++id)
    if (known[id].kind == Symbol::Kind::Path && known[id].name == text)
      return SymbolId(id);
  Symbol symbol;
  symbol.name = symbol.spelling = text;
  symbol.kind = Symbol::Kind::Path;
  symbol.type = pointer.type;
  symbol.root = rootOf(*pointer.operands[0]);
  symbol.throughPointer = true;
  symbol.declaration = pointer.range;
  return model.addSymbol(std::move(symbol));
}

Outcome<ArrayTable::Place> ArrayTable::placeOfAccess(const Expr &access, IntegerReader &reader) {
  auto result = place(*access.operands[0], reader);
  if (!result)
    return result;
  for (size_t k = 1; k < access.operands.size(); ++k) {
    auto index = reader.readIndex(*access.operands[k]);
    if (!index)
      return index.rejection();
    result->dims.push_back(result->offset + *index);
    result->offset = Polynomial(0);
  }
  return result;
}

Outcome<std::vector<Polynomial>> ArrayTable::declaredSizes(SymbolId base, SourceRange where) {
  const Symbol &symbol = model.nest.symbol(base);
  std::vector<Polynomial> sizes;
  for (const auto &size : symbol.innerSizes) {
    std::vector<WrapRequirement> ignored; // a declared size is in range of its type
    auto value = IntegerReader(model, ignored).read(*size);
    if (!value)
      return value.rejection();
    if (!value->isSingle() || !model.isInvariant(value->single()))
      return Rejection{RejectionKind::NonPolynomialIndex, where, printExpr(model.nest, *size)};
    sizes.push_back(value->single());
  }
  if (!sizes.empty())
    return sizes;
  CType inner = pointeeOf(symbol.type);
  while (inner.kind == CType::Kind::Array) {
    CType element = pointeeOf(inner);
    if (!inner.size || !element.size)
      return Rejection{RejectionKind::ElementType, where, symbol.name};
    sizes.push_back(Polynomial(int64_t(inner.size / element.size)));
    inner = element;
  }
  return sizes;
}

Rejection ArrayTable::otherElement(const Expr &access) const {
  const bool isPointer = access.type.kind == CType::Kind::Pointer;
  return {isPointer ? RejectionKind::IndirectBase : RejectionKind::ElementType, access.range,
          printExpr(model.nest, access)};
}

Outcome<int> ArrayTable::arrayFor(const Expr &access, const Place &place) {
  const Symbol &symbol = model.nest.symbol(place.base);
  unsigned unit = access.type.size;
  if (const CType record = innermostOf(place.pointee); !access.member.empty() && record.size)
    unit = record.size; // subscripts count records
  for (size_t k = 0; k < arrays.size(); ++k) {
    const ScopArray &array = arrays[k];
    if (array.base != place.base)
      continue;
    bool sameMember = array.member == access.member;
    bool nested = !sameMember && (array.member.rfind(access.member, 0) == 0 ||
                                  access.member.rfind(array.member, 0) == 0);
    bool isPrefix = nested && (array.member.empty() || access.member.empty() ||
                               array.member.rfind(access.member + ".", 0) == 0 ||
                               access.member.rfind(array.member + ".", 0) == 0);
    bool isOtherElement = sameMember && !sameElement(array.element, access.type);
    if (isOtherElement && access.member.empty() && !stored.count(place.base)) {
      otherElements.emplace(place.base, otherElement(access));
      continue;
    }
    if (isPrefix || isOtherElement || array.elementSize != unit)
      return otherElement(access);
    if (sameMember)
      return int(k);
  }
  ScopArray array;
  array.name = symbol.name + access.member;
  if (std::any_of(arrays.begin(), arrays.end(),
                  [&](const ScopArray &other) { return other.name == array.name; }))
    array.name = "(" + access.type.spelling + " *)" + array.name;
  array.base = place.base;
  array.member = access.member;
  array.element = access.type;
  array.elementSize = unit;
  auto sizes = declaredSizes(place.base, access.range);
  if (!sizes)
    return sizes.rejection();
  array.declaredSizes = *sizes;
  if (auto local = localScopes.find(place.base); local != localScopes.end()) {
    array.isPrivate = true;
    array.privateLoops = local->second;
  }
  arrays.push_back(std::move(array));
  isLinear.push_back(false);
  return int(arrays.size()) - 1;
}

Outcome<ScopAccess> ArrayTable::read(const ExprRef &node) {
  ScopAccess access;
  access.node = node;
  access.where = node->range;
  if (node->type.isVolatile)
    return Rejection{RejectionKind::Volatile, node->range, printExpr(model.nest, *node)};
  IntegerReader reader(model, access.wraps);
  auto found = placeOfAccess(*node, reader);
  if (!found)
    return found.rejection();
  // An element of a struct or of an array in it has its own size; otherwise the
  // pointer counts in units of the element.
  if (node->member.empty() && found->pointee.kind != CType::Kind::Array &&
      !sameUnit(found->pointee, node->type))
    return otherElement(*node);
  auto array = arrayFor(*node, *found);
  if (!array)
    return array.rejection();
  access.array = *array;
  access.subscripts = found->dims;
  // Written code may convert a pointer; an array is named as it is.
  const CType &base = model.nest.symbol(found->base).type;
  CType named = base;
  while (named.kind == CType::Kind::Array || named.kind == CType::Kind::Pointer)
    named = pointeeOf(named);
  bool isPlainPointer = base.kind == CType::Kind::Pointer && base.element &&
                        base.element->kind != CType::Kind::Array &&
                        base.element->kind != CType::Kind::Other;
  // Members are those of the struct that the base points at.
  if (!node->member.empty() && innermostOf(found->pointee).spelling != named.spelling)
    return otherElement(*node);
  bool isScalar = isArithmetic(node->type) || node->type.kind == CType::Kind::Pointer;
  if (node->member.empty() && !sameElement(named, node->type) && !(isPlainPointer && isScalar))
    return otherElement(*node);
  size_t declared = arrays[*array].declaredSizes.size() + 1;
  if (found->dims.size() != declared)
    return otherElement(*node);
  if (found->isWalked)
    isLinear[*array] = true;
  return access;
}

bool ArrayTable::isDistinct(const ScopArray &array) const {
  const Symbol &own = model.nest.symbol(array.base);
  bool isObject = own.type.kind == CType::Kind::Array && own.kind != Symbol::Kind::Path;
  if (isObject && own.kind == Symbol::Kind::Local && !own.addressTaken &&
      !own.isStaticOrThreadLocal)
    return true;
  bool isRestrict = own.kind == Symbol::Kind::Parameter && own.type.isRestrict;
  if (!isObject && !isRestrict)
    return false;
  // Another name may be derived from this one unless it is an object of its own
  // or a restrict parameter like it.
  return std::all_of(arrays.begin(), arrays.end(), [&](const ScopArray &other) {
    const Symbol &symbol = model.nest.symbol(other.base);
    bool isOtherObject =
        symbol.type.kind == CType::Kind::Array && symbol.kind != Symbol::Kind::Path;
    bool isOtherRestrict = symbol.kind == Symbol::Kind::Parameter && symbol.type.isRestrict;
    return other.base == array.base || isOtherObject || isOtherRestrict;
  });
}

Outcome<std::vector<ScopArray>> ArrayTable::finish(std::vector<ScopStatement> &statements) {
  for (const ScopStatement &statement : statements)
    for (const ScopAccess &access : statement.accesses)
      if (access.isWrite && access.array >= 0)
        if (auto mixed = otherElements.find(arrays[access.array].base);
            mixed != otherElements.end())
          return mixed->second;
  for (const ScopStatement &statement : statements) {
    std::vector<std::string> iterators;
    for (int loop : statement.loops)
      iterators.push_back(model.loops[loop].name);
    for (const ScopAccess &access : statement.accesses)
      if (access.array >= 0 && !arrays[access.array].declaredSizes.empty() &&
          !arrays[access.array].isPrivate &&
          !std::all_of(access.subscripts.begin(), access.subscripts.end(),
                       [&](const Polynomial &part) { return isAffineIn(part, iterators); }))
        isLinear[access.array] = true;
  }
  for (ScopStatement &statement : statements)
    for (ScopAccess &access : statement.accesses) {
      if (access.array < 0)
        continue;
      const ScopArray &array = arrays[access.array];
      if (isLinear[access.array]) {
        Polynomial index;
        for (size_t k = 0; k < access.subscripts.size(); ++k)
          index =
              k ? index * array.declaredSizes[k - 1] + access.subscripts[k] : access.subscripts[k];
        access.subscripts = {index};
      }
      std::vector<Polynomial> all;
      for (int loop : array.privateLoops)
        all.push_back(Polynomial::symbol(model.loops[loop].name));
      all.insert(all.end(), access.subscripts.begin(), access.subscripts.end());
      access.subscripts = std::move(all);
    }
  for (size_t k = 0; k < arrays.size(); ++k)
    if (isLinear[k])
      arrays[k].declaredSizes.clear();
  for (ScopArray &array : arrays)
    array.isDistinctObject = isDistinct(array);
  return std::move(arrays);
}

} // namespace acc
