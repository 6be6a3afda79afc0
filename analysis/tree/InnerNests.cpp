#include "analysis/tree/SourceNest.h"
#include "analysis/tree/TreeUtil.h"

#include <utility>

namespace acc {
namespace {

void collectLoops(const StmtRef &stmt, std::vector<StmtRef> &loops) {
  if (!stmt)
    return;
  if (isLoop(*stmt)) {
    // The loops of a function that is seen through are nests of that function.
    if (stmt->loop.editRange.known())
      loops.push_back(stmt);
    return;
  }
  for (const StmtRef &child : stmt->children)
    collectLoops(child, loops);
}

} // namespace

std::vector<SourceNest> innerNests(const SourceNest &nest) {
  std::vector<StmtRef> loops;
  if (isLoop(*nest.root))
    for (const StmtRef &child : nest.root->children)
      collectLoops(child, loops);
  else
    collectLoops(nest.root, loops);
  // What holds in every iteration.
  std::set<SymbolId> changed = assignedIn(nest.root);
  std::vector<KnownAtEntry> known;
  for (const KnownAtEntry &entry : nest.knownAtEntry) {
    bool isKept = !changed.count(entry.symbol);
    forEachExpr(entry.value, [&](const ExprRef &part) {
      isKept &= part->kind != Expr::Kind::Symbol || !changed.count(part->symbol);
    });
    if (isKept)
      known.push_back(entry);
  }
  std::vector<SourceNest> inner;
  for (const StmtRef &loop : loops) {
    SourceNest part = nest;
    part.parent = nest.id;
    part.id = nest.id + "." + std::to_string(inner.size() + 1);
    part.root = loop;
    part.knownAtEntry = known;
    inner.push_back(std::move(part));
  }
  return inner;
}

} // namespace acc
