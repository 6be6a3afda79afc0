#include "analysis/model/OwnCounters.h"

#include "analysis/model/Invariance.h"
#include "analysis/model/NewSymbols.h"
#include "analysis/model/TreeUtil.h"

#include <algorithm>

namespace acc {
namespace {

bool isSymbol(const Expr &expr, SymbolId symbol) {
  return expr.kind == Expr::Kind::Symbol && expr.symbol == symbol;
}

unsigned mentionsIn(const StmtRef &stmt, SymbolId symbol) {
  unsigned count = 0;
  forEachExprIn(stmt, [&](const ExprRef &part) { count += isSymbol(*part, symbol); });
  return count;
}

class OwnCounters {
public:
  OwnCounters(const SourceNest &nest, const std::set<SymbolId> &liveOut)
      : nest(nest), liveOut(liveOut), stores(nest) {}

  bool isWanted(const Stmt &loop) const {
    SymbolId counter = loopVariable(loop);
    if (loop.kind != Stmt::Kind::For || counter < 0 || loop.init->kind != Stmt::Kind::Assign ||
        !loop.condition || !loop.step || loop.step->kind != Stmt::Kind::Assign ||
        assignedSymbol(*loop.step) != counter || assignedIn(loop.children[0]).count(counter))
      return false;
    const Symbol &symbol = nest.symbol(counter);
    if (isSymbol(*loop.init->value, counter))
      return !stores.isMemory(counter) && !liveOut.count(counter);
    bool isPart = symbol.kind == Symbol::Kind::Path;
    return (isPart ? !symbol.throughPointer : stores.isMemory(counter)) &&
           !symbol.type.isVolatile && !stores.callsTouchMemory() && !stores.aliasOf(counter) &&
           isOnlyCounter(counter);
  }

private:
  /// All that names the variable are loops that count in it.
  bool isOnlyCounter(SymbolId counter) const {
    unsigned inLoops = 0;
    forEachStmt(nest.root, [&](const StmtRef &stmt) {
      if (loopVariable(*stmt) == counter)
        inLoops += mentionsIn(stmt, counter);
    });
    return inLoops == mentionsIn(nest.root, counter);
  }

  const SourceNest &nest;
  const std::set<SymbolId> &liveOut;
  StoreFacts stores;
};

StmtRef withCounter(const StmtRef &loop, SymbolId own) {
  SymbolId old = loopVariable(*loop);
  ExprRef start = loop->init->value;
  auto copy = std::make_shared<Stmt>(*mapExprs(loop, [&](const ExprRef &part) -> ExprRef {
    return isSymbol(*part, old) ? makeSymbol(own, part->type, part->range) : nullptr;
  }));
  auto init = std::make_shared<Stmt>(*copy->init);
  init->value = start;
  copy->init = init;
  return copy;
}

} // namespace

SourceNest withOwnCounters(SourceNest nest, const std::set<SymbolId> &liveOut) {
  bool isPossible = false;
  forEachStmt(nest.root, [&](const StmtRef &stmt) {
    SymbolId counter = loopVariable(*stmt);
    if (counter < 0)
      return;
    const Symbol &symbol = nest.symbol(counter);
    isPossible |= isSymbol(*stmt->init->value, counter) || symbol.kind == Symbol::Kind::Global ||
                  symbol.kind == Symbol::Kind::Path || symbol.addressTaken ||
                  symbol.isStaticOrThreadLocal;
  });
  if (!isPossible)
    return nest;
  const SourceNest before = nest;
  OwnCounters search(before, liveOut);
  std::function<StmtRef(const StmtRef &)> counted = [&](const StmtRef &stmt) -> StmtRef {
    if (!stmt || !containsLoop(stmt))
      return stmt;
    auto copy = std::make_shared<Stmt>(*stmt);
    bool isWanted = search.isWanted(*stmt);
    for (StmtRef &child : copy->children)
      child = counted(child);
    if (!isWanted)
      return copy;
    SymbolId old = loopVariable(*copy);
    std::string name = before.symbol(old).spelling; // c.i
    std::replace(name.begin(), name.end(), '.', '_');
    SymbolId own = addInvented(nest, name, before.symbol(old).type, old);
    return withCounter(copy, own);
  };
  nest.root = counted(nest.root);
  return nest;
}

} // namespace acc
