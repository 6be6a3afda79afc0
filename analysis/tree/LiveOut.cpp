#include "analysis/tree/LiveOut.h"

#include "analysis/tree/TreeUtil.h"

#include <functional>

namespace acc {

std::set<SymbolId> liveOutOf(const SourceNest &nest) {
  std::set<SymbolId> live;
  if (isLoop(*nest.root)) {
    live.insert(nest.root->loop.liveOut.begin(), nest.root->loop.liveOut.end());
    return live;
  }
  // A region of statements: what its loops report or what it assigns itself,
  // as far as it is declared outside.
  std::set<SymbolId> declared;
  std::function<void(const StmtRef &)> visit = [&](const StmtRef &stmt) {
    if (!stmt)
      return;
    if (isLoop(*stmt)) {
      live.insert(stmt->loop.liveOut.begin(), stmt->loop.liveOut.end());
      return;
    }
    if (stmt->kind == Stmt::Kind::Declare)
      declared.insert(stmt->symbol);
    else if (SymbolId symbol = assignedSymbol(*stmt); symbol >= 0)
      live.insert(symbol);
    for (const StmtRef &child : stmt->children)
      visit(child);
  };
  visit(nest.root);
  for (SymbolId symbol : declared)
    live.erase(symbol);
  return live;
}

} // namespace acc
