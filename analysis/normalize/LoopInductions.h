// The variables that a loop advances, as functions of its counter.
#pragma once

#include "analysis/normalize/CopyState.h"

namespace acc {

/// An induction variable.
struct LoopInduction {
  ExprRef inIteration;
  ExprRef afterLoop; // null when not known
  /// Conditions under which these are right.
  std::vector<ExprRef> needsInside, needsAfter;
};

/// Of the variables `changed` in the loop those that it advances by the same amount in every
/// iteration, or by one that grows with its counter. `state` is that before the loop; entryValues
/// get those for which their value at entry stands.
std::map<SymbolId, LoopInduction> inductionsOf(CopyState &state, const StmtRef &loop,
                                               const std::set<SymbolId> &changed);

} // namespace acc
