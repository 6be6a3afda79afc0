#include "analysis/normalize/OwnCounters.h"

#include "analysis/normalize/Induction.h"
#include "analysis/tree/Conversions.h"
#include "analysis/tree/Jumps.h"
#include "analysis/tree/NewSymbols.h"
#include "analysis/tree/StoreFacts.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <cstdlib>

namespace acc {
namespace {

bool isSymbol(const Expr &expr, SymbolId symbol) {
  return expr.kind == Expr::Kind::Symbol && expr.symbol == symbol;
}

/// Variables that something names which is no loop that counts in them, or a loop inside one.
class NamedBeside {
public:
  explicit NamedBeside(const StmtRef &root) { visit(root); }
  std::set<SymbolId> symbols;

private:
  void visit(const StmtRef &stmt) {
    if (!stmt)
      return;
    SymbolId counter = loopVariable(*stmt);
    bool isOuter = counter >= 0 && counting.insert(counter).second;
    if (counter >= 0 && !isOuter)
      symbols.insert(counter);
    for (const ExprRef &expr : ownExprs(*stmt))
      forEachExpr(expr, [&](const ExprRef &part) {
        if (part->kind == Expr::Kind::Symbol && !counting.count(part->symbol))
          symbols.insert(part->symbol);
      });
    visit(stmt->init);
    visit(stmt->step);
    for (const StmtRef &child : stmt->children)
      visit(child);
    if (isOuter)
      counting.erase(counter);
  }

  std::set<SymbolId> counting;
};

/// What a loop in steps of one leaves in its counter: end > first ? end : first. Null when that is
/// not known where the loop ends.
ExprRef valueBehind(const Stmt &loop, const UnitFacts &unit) {
  auto counted = loop.kind == Stmt::Kind::For ? countedLoop(loop, unit) : std::nullopt;
  if (!counted || !counted->end || std::abs(counted->step) != 1 || loop.runsFirst ||
      loop.init->kind != Stmt::Kind::Assign || hasJump(loop.children[0], "break"))
    return nullptr;
  std::set<SymbolId> assigned = assignedIn(loop.children[0]);
  assigned.insert(counted->variable);
  bool isFixed = true;
  for (const ExprRef &bound : {counted->first, counted->end})
    forEachExpr(bound, [&](const ExprRef &part) {
      isFixed &= part->kind == Expr::Kind::Integer || part->kind == Expr::Kind::Cast ||
                 part->kind == Expr::Kind::Binary ||
                 (part->kind == Expr::Kind::Symbol && !assigned.count(part->symbol));
    });
  const CType &type = loop.init->target->type;
  bool isOneType = type.isInteger() && type.spelling == counted->end->type.spelling &&
                   type.spelling == counted->first->type.spelling;
  if (!isFixed || !isOneType || skipTruthCasts(*loop.condition).op() == Op::ExclaimEqual)
    return nullptr;
  auto value = std::make_shared<Expr>();
  value->kind = Expr::Kind::Conditional;
  value->type = type;
  value->range = loop.range;
  value->operands = {makeBinary(counted->step > 0 ? ">" : "<", counted->end, counted->first,
                                truthType(), loop.range),
                     counted->end, counted->first};
  return value;
}

class OwnCounters {
public:
  OwnCounters(const SourceNest &nest, const std::set<SymbolId> &liveOut,
              const std::set<SymbolId> &namedBeside)
      : nest(nest), liveOut(liveOut), namedBeside(namedBeside), stores(nest) {}

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
    if (!isPart && !stores.isMemory(counter))
      return !symbol.type.isVolatile && !isOnlyCounter(counter) && allCanBeClosed(counter);
    return (isPart ? !symbol.throughPointer : stores.isMemory(counter)) &&
           !symbol.type.isVolatile && !stores.callsTouchMemory() && !stores.aliasOf(counter) &&
           !(stores.isMemory(counter) && isReadThroughPointer(symbol)) && !isReadAsPart(counter) &&
           isOnlyCounter(counter);
  }

  /// Its value in the loop may be seen by others than the nest.
  bool isShared(SymbolId counter) const {
    return nest.symbol(counter).kind == Symbol::Kind::Path || stores.isMemory(counter);
  }

private:
  /// Each loop that counts in the variable leaves a value in it that can be told.
  bool allCanBeClosed(SymbolId counter) const {
    bool can = true;
    forEachStmt(nest.root, [&](const StmtRef &stmt) {
      if (loopVariable(*stmt) == counter)
        can &= valueBehind(*stmt, *nest.unit) != nullptr &&
               !assignedIn(stmt->children[0]).count(counter);
    });
    return can;
  }

  /// The nest names a location behind a pointer that may be the counter: *q, s->w.
  bool isReadThroughPointer(const Symbol &counter) const {
    bool isRead = false;
    forEachExprIn(nest.root, [&](const ExprRef &part) {
      isRead |= part->kind == Expr::Kind::Symbol && nest.symbol(part->symbol).throughPointer &&
                stores.mayAlias(part->type, counter.type);
    });
    return isRead;
  }

  /// The nest names a structure that the counter is in: c beside c.i.
  bool isReadAsPart(SymbolId counter) const {
    std::set<SymbolId> around;
    for (SymbolId at = counter; at >= 0 && nest.symbol(at).kind == Symbol::Kind::Path;) {
      around.insert(nest.symbol(at).root);
      at = nest.symbol(at).parent;
      if (at >= 0)
        around.insert(at);
    }
    bool isRead = false;
    forEachExprIn(nest.root, [&](const ExprRef &part) {
      isRead |= part->kind == Expr::Kind::Symbol && around.count(part->symbol);
    });
    return isRead;
  }

  /// All that names the variable are loops that count in it.
  bool isOnlyCounter(SymbolId counter) const { return !namedBeside.count(counter); }

  const SourceNest &nest;
  const std::set<SymbolId> &liveOut;
  const std::set<SymbolId> &namedBeside;
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

/// The loop with its own counter, and behind it what the source's variable has then.
StmtRef withValueBehind(const StmtRef &loop, const Stmt &source, const UnitFacts &unit) {
  auto assign = std::make_shared<Stmt>(*source.init);
  assign->value = valueBehind(source, unit);
  return makeBlock({loop, assign}, source.range);
}

} // namespace

SourceNest withOwnCounters(SourceNest nest, const PassContext &context) {
  const std::set<SymbolId> namedBeside = NamedBeside(nest.root).symbols;
  bool isPossible = false;
  forEachStmt(nest.root, [&](const StmtRef &stmt) {
    SymbolId counter = loopVariable(*stmt);
    if (counter < 0)
      return;
    const Symbol &symbol = nest.symbol(counter);
    isPossible |= isSymbol(*stmt->init->value, counter) || namedBeside.count(counter) ||
                  symbol.kind == Symbol::Kind::Global || symbol.kind == Symbol::Kind::Path ||
                  symbol.addressTaken || symbol.isStaticOrThreadLocal;
  });
  if (!isPossible)
    return nest;
  const SourceNest before = nest;
  OwnCounters search(before, context.liveOut, namedBeside);
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
    StmtRef renamed = withCounter(copy, own);
    bool isClosed = !search.isShared(old) && !isSymbol(*copy->init->value, old);
    return isClosed ? withValueBehind(renamed, *stmt, *before.unit) : renamed;
  };
  nest.root = counted(nest.root);
  return nest;
}

} // namespace acc
