#include "analysis/tree/LiveOut.h"

#include "analysis/tree/SideEffects.h"
#include "analysis/tree/TreeUtil.h"

#include <functional>

namespace acc {

std::set<SymbolId> liveOutOf(const SourceNest &nest) {
  std::set<SymbolId> live;
  // What its loops report or what it assigns itself, as far as it is declared outside.
  std::function<void(const StmtRef &)> visit = [&](const StmtRef &stmt) {
    if (!stmt)
      return;
    if (isLoop(*stmt)) {
      live.insert(stmt->loop.liveOut.begin(), stmt->loop.liveOut.end());
      return;
    }
    if (SymbolId symbol = assignedSymbol(*stmt); symbol >= 0)
      live.insert(symbol);
    for (const ExprRef &expr : ownExprs(*stmt))
      if (hasSideEffect(expr))
        for (SymbolId symbol : changedIn(expr))
          live.insert(symbol);
    for (const StmtRef &child : stmt->children)
      visit(child);
  };
  visit(nest.root);
  auto leaveOut = [&](const StmtRef &stmt) {
    if (stmt->kind == Stmt::Kind::Declare)
      live.erase(stmt->symbol);
  };
  forEachStmt(nest.root, leaveOut);
  forEachExprIn(nest.root, [&](const ExprRef &expr) {
    for (const StmtRef &stmt : expr->statements)
      forEachStmt(stmt, leaveOut);
  });
  return live;
}

} // namespace acc
