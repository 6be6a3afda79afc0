// The state of copy propagation at a place of the nest.
#pragma once

#include "analysis/support/Rejection.h"
#include "analysis/tree/SourceNest.h"
#include "analysis/tree/StoreFacts.h"

#include <map>
#include <set>

namespace acc {

struct CopyState {
  const SourceNest &nest;
  const StoreFacts &stores;
  const std::set<SymbolId> &liveOut;
  /// Variables that definitions may stand for, and those of them for which none does, with the
  /// reason.
  std::set<SymbolId> candidates;
  std::map<SymbolId, Rejection> failed;

  /// What variables hold here.
  std::map<SymbolId, ExprRef> definitions;
  /// The variables of the loops around this place.
  std::vector<SymbolId> active;
  /// Variables whose value at nest entry is part of definitions.
  std::set<SymbolId> entryValues;
  /// Variables that were assigned on the way here.
  std::set<SymbolId> assignedBefore;
  /// The loop at this place is the nest's last statement and runs to its end: what it advances can
  /// be set behind it.
  bool endsNest = false;

  bool isReplaceable(SymbolId id) const { return candidates.count(id) && !failed.count(id); }

  /// Some name such as `p->w` reads the variable without saying so.
  bool isRootOfPath(SymbolId id) const;

  /// The expression with the variables for which a definition is known here exchanged.
  ExprRef resolved(const ExprRef &expr) const;

  /// Over loop variables and values that the nest does not change, without
  /// calls and without reading memory that it changes. `mayKeep`: that it may change by its types
  /// alone is left to be checked (isKeepable).
  bool isPure(const ExprRef &expr, bool isAddressed = false, bool mayKeep = false) const;

  /// The access is to one place in memory all through the nest, which stores may reach by their
  /// types alone.
  bool isKeepable(const Expr &access) const;
};

} // namespace acc
