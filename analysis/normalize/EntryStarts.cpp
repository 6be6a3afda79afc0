#include "analysis/normalize/EntryStarts.h"

#include "analysis/normalize/LoopHead.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>

namespace acc {
namespace {

/// Its step adds something to the variable: not `node = node->next`.
bool isCounted(const StmtRef &loop, SymbolId counter) {
  return (*assignmentOf(*assignmentsOf(loop->step), counter))->op() != Op::Equal;
}

/// Outermost loops whose counter the nest assigns nowhere else begin with its value at entry: what
/// is known of that, or for the nest's own loop the counter itself.
StmtRef withKnownStarts(const StmtRef &stmt, const StmtRef &root,
                        const std::vector<KnownAtEntry> &known, const Reordering &order) {
  if (!stmt)
    return stmt;
  auto copy = std::make_shared<Stmt>(*stmt);
  if (!isLoop(*copy))
    for (StmtRef &child : copy->children)
      child = withKnownStarts(child, root, known, order);
  StmtRef loop = withStepInHead(copy, order);
  SymbolId counter = openCounter(*loop);
  auto start = std::find_if(known.begin(), known.end(),
                            [&](const KnownAtEntry &entry) { return entry.symbol == counter; });
  if (counter < 0 || (start == known.end() && (stmt != root || !isCounted(loop, counter))))
    return copy;
  unsigned assignments = 0;
  forEachStmt(root, [&](const StmtRef &each) { assignments += assignedSymbol(*each) == counter; });
  // Before a loop that is only a part of the nest, others may have changed what the value names.
  if (assignments != 1 ||
      (start != known.end() && stmt != root && !order.keepsValue(root, start->value)))
    return copy;
  return withStart(loop, counter, start == known.end() ? nullptr : start->value);
}

} // namespace

SourceNest withEntryStarts(SourceNest nest) {
  const Reordering order(nest);
  StmtRef root = withKnownStarts(nest.root, nest.root, nest.knownAtEntry, order);
  nest.root = root;
  return nest;
}

} // namespace acc
