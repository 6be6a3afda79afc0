// Scalar expansion: finds the scalars that are live only inside one iteration.
#pragma once

#include "analysis/model/Parameters.h"

namespace acc {

/// An access to a scalar whose array is not chosen yet.
struct ScalarAccess {
  int statement = -1; // index in the statements
  int access = -1;    // index in its accesses
  SymbolId symbol = -1;
};

/// The reason to refuse the nest when a scalar that it accesses may also be accessed under another
/// name. Where calls may touch memory this does not matter: the order of everything that can be
/// reached is kept.
std::optional<Rejection> whyScalarsAlias(const ModelContext &model,
                                         const std::vector<ScalarAccess> &scalars);

/// Adds one array per scalar, or per independent live range of it, to `arrays`
/// and completes the accesses.
///
///   for i { t = A[i]; B[i] = t; }     t becomes t[i]: private to loop i
///   for i s += A[i];                  s stays one location: serialises i
///
/// `declared`: the loops around the declaration of scalars declared in the nest.
/// A scalar in `shared` (live after the nest, or memory) is one location.
void privatizeScalars(ModelContext &model, const std::vector<ScalarAccess> &scalars,
                      const std::map<SymbolId, std::vector<int>> &declared,
                      const std::set<SymbolId> &shared, std::vector<ScopStatement> &statements,
                      std::vector<ScopArray> &arrays);

/// A scalar that every path through an opaque statement writes is written: its last write there,
/// which is among the `scalars` from `first` on, is certain.
void markLastWrite(ScopStatement &statement, const std::vector<ScalarAccess> &scalars, size_t first,
                   SymbolId symbol);

} // namespace acc
