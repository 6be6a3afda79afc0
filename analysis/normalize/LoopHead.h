// The parts of a loop's head, and loops whose head says elsewhere how they count.
#pragma once

#include "analysis/tree/Reordering.h"

namespace acc {

/// The assignments of a loop's first or last part; none when it holds anything else.
std::optional<std::vector<StmtRef>> assignmentsOf(const StmtRef &part);

/// The only assignment of the variable among them; null when there is none, or are several.
const StmtRef *assignmentOf(const std::vector<StmtRef> &part, SymbolId symbol);

/// The counter of a `for` without a first part; -1 when it has none.
SymbolId openCounter(const Stmt &loop);

/// The loop with a first part that gives its counter the value; null: the one that it has.
StmtRef withStart(const StmtRef &loop, SymbolId counter, const ExprRef &value);

/// A loop without a last part whose body steps a variable of its condition once, as a `for` with
/// that step; the loop itself when it is none. Of a do loop the condition is then one of the
/// variable's values before the first iteration too, where nothing tests it (`runsFirst`).
///     while (i > 0) { i--; A[i] = 0; }   ->   for (; i > 0; i--) A[i - 1] = 0;
StmtRef withStepInHead(const StmtRef &loop, const Reordering &order);

} // namespace acc
