// Accesses with an unknown element (a[idx[i]], *p of a loaded pointer) and exits from a nest, and
// what a scop can still describe around them.
#pragma once

#include "analysis/model/Parameters.h"
#include "analysis/model/Scop.h"

namespace acc {

/// An access that may touch any element of its base, and what that base may alias.
struct UnknownPlace {
  int statement = -1; // index in Scop::statements
  /// The symbol of the base expression; -1 if there is none.
  SymbolId base = -1;
  CType type;
  bool isWrite = false;
  /// Why the place is not known.
  Rejection why;
};

/// A statement that may leave a loop or the nest: `if (a[i] < 0) break;`.
struct NestExit {
  int statement = -1; // index in Scop::statements
  Rejection why;
};

/// What the statements of a nest may do that their accesses do not say.
struct UnknownEffects {
  std::vector<UnknownPlace> places;
  std::vector<NestExit> exits;
};

/// The reason is one that makes an access an UnknownPlace: its index or base is no polynomial, is
/// read from memory, or changes between iterations. The caller must then ask `changesKept`.
bool isUnknownPlace(const Rejection &why);

/// Some statement writes memory, or may.
bool storesSomething(const std::vector<ScopStatement> &statements,
                     const std::vector<ScopArray> &arrays, const UnknownEffects &effects);

/// By its type and base, the access may touch what the array holds.
bool mayTouch(const ModelContext &model, const UnknownPlace &place, const ScopArray &array);

/// The first write at an unknown place that may change a value that the scop takes from nest entry.
/// Such a write has no entry in `scop.arrays`, so no check proves it disjoint from the value. For
/// numbers in local variables whose address is taken only outside the nest, the description assumes
/// that nobody kept the address.
std::optional<Rejection> changesKept(ModelContext &model, const std::vector<UnknownPlace> &places);

} // namespace acc
