#include "analysis/normalize/BranchScalars.h"

#include "analysis/tree/Jumps.h"
#include "analysis/tree/NumberTypes.h"
#include "analysis/tree/StoreFacts.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <utility>

namespace acc {
namespace {

/// What is declared in each branch.
using BranchSymbols = std::map<const Stmt *, std::vector<SymbolId>>;

/// How often the symbol is named but by a plain assignment to it.
size_t readsOf(const StmtRef &root, SymbolId symbol) {
  size_t count = 0;
  forEachStmt(root, [&](const StmtRef &stmt) {
    for (const ExprRef &own : ownExprs(*stmt))
      forEachExpr(own, [&](const ExprRef &part) {
        count += part->kind == Expr::Kind::Symbol && part->symbol == symbol;
        count += std::count(part->changed.begin(), part->changed.end(), symbol);
      });
    count += std::count(stmt->changed.begin(), stmt->changed.end(), symbol);
    count -= stmt->kind == Stmt::Kind::Assign && stmt->op() == Op::Equal &&
             assignedSymbol(*stmt) == symbol;
  });
  return count;
}

/// Follows control through a branch without loops. False when a read of the symbol may come before
/// every assignment. `isSet`: an assignment has come first; true as well where control has left.
bool isSetFirst(const StmtRef &stmt, SymbolId symbol, bool &isSet) {
  if (!stmt || isSet)
    return true;
  if (stmt->kind == Stmt::Kind::Block)
    return std::all_of(stmt->children.begin(), stmt->children.end(),
                       [&](const StmtRef &child) { return isSetFirst(child, symbol, isSet); });
  if (stmt->kind == Stmt::Kind::If) {
    if (names(stmt->condition, symbol))
      return false;
    bool inThen = false, inElse = false;
    const StmtRef otherwise = stmt->children.size() > 1 ? stmt->children[1] : nullptr;
    const bool isFirst =
        isSetFirst(stmt->children[0], symbol, inThen) && isSetFirst(otherwise, symbol, inElse);
    isSet = inThen && inElse;
    return isFirst;
  }
  if (stmt->kind == Stmt::Kind::Jump)
    isSet = !stmt->value || !names(stmt->value, symbol);
  if (stmt->kind == Stmt::Kind::Assign && stmt->op() == Op::Equal &&
      assignedSymbol(*stmt) == symbol)
    isSet = !names(stmt->value, symbol);
  return isSet || readsOf(stmt, symbol) == 0;
}

/// The outermost branches below the statement that set the symbol before they read it.
void collectBranches(const StmtRef &stmt, SymbolId symbol, std::set<const Stmt *> &branches) {
  if (!stmt)
    return;
  for (const StmtRef &child : stmt->children) {
    bool isSet = false;
    const bool isBranch = child && stmt->kind == Stmt::Kind::If && assignedIn(child).count(symbol);
    if (isBranch && !containsLoop(child) && isSetFirst(child, symbol, isSet))
      branches.insert(child.get());
    else
      collectBranches(child, symbol, branches);
  }
}

/// The branches of each number that they alone read.
BranchSymbols branchScalars(const SourceNest &nest, const std::set<SymbolId> &liveOut) {
  std::set<SymbolId> inBranches;
  forEachStmt(nest.root, [&](const StmtRef &stmt) {
    if (stmt->kind == Stmt::Kind::If && !containsLoop(stmt))
      for (const StmtRef &child : stmt->children)
        inBranches.merge(assignedIn(child));
  });
  if (inBranches.empty())
    return {};
  const StoreFacts stores(nest);
  BranchSymbols found;
  for (SymbolId id : inBranches) {
    const Symbol &symbol = nest.symbol(id);
    if (!isArithmetic(symbol.type) || symbol.type.isVolatile || symbol.kind == Symbol::Kind::Path ||
        liveOut.count(id) || stores.isMemory(id) || stores.isLoopVariable(id))
      continue;
    std::set<const Stmt *> branches;
    collectBranches(nest.root, id, branches);
    size_t inside = 0;
    forEachStmt(nest.root, [&](const StmtRef &stmt) {
      if (branches.count(stmt.get()))
        inside += readsOf(stmt, id);
    });
    if (inside > 0 && inside == readsOf(nest.root, id))
      for (const Stmt *branch : branches)
        found[branch].push_back(id);
  }
  return found;
}

bool declares(const StmtRef &root, SymbolId symbol) {
  bool isDeclared = false;
  forEachStmt(root, [&](const StmtRef &stmt) {
    isDeclared |= stmt->kind == Stmt::Kind::Declare && stmt->symbol == symbol;
  });
  return isDeclared;
}

StmtRef declared(const StmtRef &stmt, const BranchSymbols &scalars) {
  if (!stmt || stmt->children.empty())
    return stmt;
  auto copy = std::make_shared<Stmt>(*stmt);
  for (StmtRef &child : copy->children) {
    std::vector<StmtRef> parts;
    if (const auto own = scalars.find(child.get()); own != scalars.end())
      for (SymbolId symbol : own->second)
        if (!declares(child, symbol))
          parts.push_back(makeDeclaration(symbol, child->range));
    child = declared(child, scalars);
    if (parts.empty())
      continue;
    for (const StmtRef &part : partsOf(child))
      parts.push_back(part);
    child = makeBlock(std::move(parts), child->range);
  }
  return copy;
}

} // namespace

SourceNest withBranchScalars(SourceNest nest, const PassContext &context) {
  const BranchSymbols scalars = branchScalars(nest, context.liveOut);
  if (!scalars.empty())
    nest.root = declared(nest.root, scalars);
  return nest;
}

} // namespace acc
