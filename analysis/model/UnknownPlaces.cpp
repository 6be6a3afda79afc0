#include "analysis/model/UnknownPlaces.h"

#include <algorithm>

namespace acc {
namespace {

/// An array with a name of its own, not one reached through a pointer.
bool isObject(const ModelContext &model, SymbolId base) {
  return base >= 0 && model.nest.symbol(base).type.kind == CType::Kind::Array &&
         !model.nest.symbol(base).throughPointer;
}

/// An array or variable that only its own name reaches.
bool isHidden(const ModelContext &model, SymbolId base, bool isScalar) {
  return base >= 0 && (isScalar || isObject(model, base)) && !model.stores.isMemory(base);
}

} // namespace

bool isUnknownPlace(const Rejection &why) {
  return why.kind == RejectionKind::IndirectIndex || why.kind == RejectionKind::IndirectBase ||
         why.kind == RejectionKind::NonPolynomialIndex || why.kind == RejectionKind::ScalarState ||
         why.kind == RejectionKind::InvariantMemory || why.kind == RejectionKind::ElementType;
}

bool storesSomething(const std::vector<ScopStatement> &statements,
                     const std::vector<ScopArray> &arrays, const UnknownEffects &effects) {
  for (const ScopStatement &statement : statements)
    for (const ScopAccess &access : statement.accesses)
      if (access.isWrite && !arrays[access.array].isPrivate)
        return true;
  return std::any_of(effects.places.begin(), effects.places.end(),
                     [](const UnknownPlace &place) { return place.isWrite; });
}

bool mayTouch(const ModelContext &model, const UnknownPlace &place, const ScopArray &array) {
  if (array.base == place.base)
    return true;
  const bool isOne = isObject(model, place.base), isOther = isObject(model, array.base);
  bool isApart = (isOne && isOther) || isHidden(model, array.base, array.isScalar) ||
                 isHidden(model, place.base, false);
  // Allocated memory has the type of the last store there.
  return array.base >= 0 && !isApart &&
         ((!isOne && !isOther) || model.stores.mayAlias(place.type, array.element));
}

std::optional<Rejection> changesKept(ModelContext &model, const std::vector<UnknownPlace> &places) {
  for (const UnknownPlace &place : places)
    for (const KeptLocation &location : model.kept) {
      bool isApart = isObject(model, place.base) && location.isObject;
      bool isReached =
          place.isWrite && !isApart && model.stores.mayAlias(place.type, location.type);
      if (isReached && !location.isOwnNumber)
        return place.why;
      if (isReached)
        model.assume(AssumptionKind::Invariant,
                     location.text + " does not change in the nest, not even by the store to " +
                         place.why.detail,
                     place.why.where, Verdict::RunTime);
    }
  return std::nullopt;
}

} // namespace acc
