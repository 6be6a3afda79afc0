#include "analysis/normalize/Calls.h"

#include "analysis/normalize/OpenCalls.h"
#include "analysis/tree/StoreFacts.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace acc {
namespace {

void add(std::vector<SymbolId> &all, SymbolId id) {
  if (std::find(all.begin(), all.end(), id) == all.end())
    all.push_back(id);
}

/// An array or a row of one of which more is used than elements: t in f(t), t[i] in f(t[i]).
class WholeArrays {
public:
  void see(const Expr &expr) {
    if (isArray(expr))
      ++uses[rootOf(expr)];
    if (expr.kind == Expr::Kind::Access && isArray(*expr.operands[0]))
      --uses[rootOf(*expr.operands[0])];
  }
  void addTo(std::set<SymbolId> &all) const {
    for (const auto &[array, count] : uses)
      if (count > 0)
        all.insert(array);
  }

private:
  static bool isArray(const Expr &expr) {
    return expr.type.kind == CType::Kind::Array &&
           (expr.kind == Expr::Kind::Symbol || expr.kind == Expr::Kind::Access);
  }

  std::map<SymbolId, int>
      uses; // as a whole: each array that is seen, but for those that are subscripted
};

/// Of variables whose address the nest only lends, and of their members: those that it still does
/// lend, all of them where some of it is not read.
std::set<SymbolId> stillLent(const SourceNest &nest) {
  std::set<SymbolId> shown;
  WholeArrays arrays;
  bool hidesSome = false;
  forEachStmt(nest.root,
              [&](const StmtRef &stmt) { hidesSome |= stmt->kind == Stmt::Kind::Unsupported; });
  forEachExprIn(nest.root, [&](const ExprRef &expr) {
    hidesSome |= expr->kind == Expr::Kind::Unsupported;
    for (const StmtRef &stmt : expr->statements)
      hidesSome |= stmt->kind == Stmt::Kind::Unsupported;
    arrays.see(*expr);
    if (expr->kind == Expr::Kind::Unary && expr->op() == Op::Amp)
      forEachExpr(expr, [&](const ExprRef &part) {
        if (part->kind == Expr::Kind::Symbol)
          shown.insert(part->symbol);
      });
  });
  arrays.addTo(shown);
  // &r.w and r.w, an array, give away all of r.
  const auto variableOf = [&](SymbolId id) {
    const bool isPart = id >= 0 && nest.symbol(id).kind == Symbol::Kind::Path;
    return isPart && !nest.symbol(id).throughPointer ? nest.symbol(id).root : id;
  };
  std::set<SymbolId> variables;
  for (SymbolId id : shown)
    variables.insert(variableOf(id));
  std::set<SymbolId> lent;
  for (size_t id = 0; id < nest.symbols->size(); ++id)
    if (nest.symbol(SymbolId(id)).isLent && (hidesSome || variables.count(variableOf(id))))
      lent.insert(SymbolId(id));
  return lent;
}

/// The functions of calls that stay calls.
std::set<std::string> stayingCalls(const StmtRef &root) {
  std::set<std::string> functions;
  forEachExprIn(root, [&](const ExprRef &expr) {
    if (expr->kind == Expr::Kind::Call && expr->fitsParameters)
      functions.insert(expr->text);
  });
  return functions;
}

/// What lives behind a loop once all calls are read.
void settle(Stmt &loop, const std::set<SymbolId> &lent) {
  std::vector<SymbolId> &live = loop.loop.liveOut;
  for (SymbolId id : loop.loop.lentOut)
    if (!lent.count(id))
      std::erase(live, id);
  loop.loop.lentOut.clear();
}

} // namespace

SourceNest withCallsOpened(SourceNest nest) {
  const bool lendsSome = std::any_of(nest.symbols->begin(), nest.symbols->end(),
                                     [](const Symbol &symbol) { return symbol.isLent; });
  if (nest.functions.empty() && !lendsSome)
    return nest;
  OpenCalls calls(nest);
  StmtRef root = calls.opened(nest.root);
  SymbolTable symbols = calls.symbolsNow();
  const size_t count = nest.symbols->size();
  nest.root = std::move(root);
  const std::set<std::string> staying = stayingCalls(nest.root);
  std::erase_if(nest.functions,
                [&](const auto &function) { return staying.count(function.first) == 0; });
  nest.symbols = std::make_shared<SymbolTable>(symbols);
  const std::set<SymbolId> lent = stillLent(nest);
  bool isSettled = symbols.size() == count;
  for (size_t id = 0; id < symbols.size(); ++id) {
    isSettled &= !symbols[id].isLent;
    if (symbols[id].isLent && !lent.count(SymbolId(id)))
      symbols[id].addressTaken = false;
    symbols[id].isLent = false;
  }
  if (isSettled)
    return nest;
  nest.symbols = std::make_shared<SymbolTable>(symbols);
  // Variables of the unit, and places that are reached from others, live on.
  std::vector<SymbolId> shared;
  for (size_t id = count; id < symbols.size(); ++id)
    if (symbols[id].kind == Symbol::Kind::Global || symbols[id].kind == Symbol::Kind::Path)
      shared.push_back(SymbolId(id));
  nest.root = mapStmts(nest.root, [&](const StmtRef &stmt) -> StmtRef {
    if (!isLoop(*stmt))
      return stmt;
    auto loop = std::make_shared<Stmt>(*stmt);
    settle(*loop, lent);
    for (SymbolId id : shared)
      add(loop->loop.liveOut, id);
    return loop;
  });
  return nest;
}

} // namespace acc
