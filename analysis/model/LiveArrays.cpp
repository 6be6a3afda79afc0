#include "analysis/model/LiveArrays.h"

#include "analysis/model/TreeUtil.h"

#include <algorithm>
#include <functional>

namespace acc {

bool isDeadAfter(const Scop &scop, int array) {
  const ScopArray &one = scop.arrays[array];
  // Nests one after the other: behind the last of them.
  const Stmt *last = scop.nest.root.get();
  while (last && last->kind == Stmt::Kind::Block && !last->children.empty())
    last = last->children.back().get();
  if (one.base < 0 || !last || !isLoop(*last))
    return false;
  const Symbol &symbol = scop.nest.symbol(one.base);
  const std::vector<SymbolId> &live = last->loop.liveOut;
  return symbol.kind == Symbol::Kind::Local && symbol.type.kind == CType::Kind::Array &&
         std::find(live.begin(), live.end(), one.base) == live.end();
}

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
