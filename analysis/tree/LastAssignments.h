// Assignments that a nest makes once, behind all of its loops, to variables that it assigns nowhere
// else: `{ for (...) ...; p = p + n; }`.
#pragma once

#include "analysis/tree/StoreFacts.h"

namespace acc {

/// What a nest leaves in a variable, over values at its entry.
struct LastAssignment {
  SymbolId variable = -1;
  ExprRef value;
};

struct LastAssignments {
  /// Wherever else the nest names one of these variables it means the value at entry. No value
  /// reads a variable of the list but its own.
  std::vector<LastAssignment> all;
  /// The nest without them, but for what they read.
  StmtRef rest;
};

/// What is left of a statement that is gone; null when nothing is.
StmtRef whatItReads(const Stmt &stmt);

/// The assignments behind the loops and tests of `root` to variables that only their names reach
/// and that no other statement assigns, nor a later one reads. None is one whose value reads
/// elements or a pointer in memory, calls a function, or reads another variable that the nest
/// assigns.
LastAssignments lastAssignments(const StmtRef &root, const SourceNest &nest,
                                const StoreFacts &stores);

} // namespace acc
