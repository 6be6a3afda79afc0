#include "analysis/model/LoopHeads.h"

#include "analysis/model/TreeUtil.h"

#include <algorithm>

namespace acc {
namespace {

using Statements = std::vector<StmtRef>;

/// The assignments of a loop's first or last part; none when it holds anything else.
std::optional<Statements> assignmentsOf(const StmtRef &part) {
  if (!part)
    return Statements{};
  Statements all = part->kind == Stmt::Kind::Block ? part->children : Statements{part};
  for (const StmtRef &stmt : all)
    if (assignedSymbol(*stmt) < 0 || !stmt->value)
      return std::nullopt;
  return all;
}

bool names(const ExprRef &expr, SymbolId symbol) {
  bool found = false;
  if (expr)
    forEachExpr(expr, [&](const ExprRef &part) {
      found |= part->kind == Expr::Kind::Symbol && part->symbol == symbol;
    });
  return found;
}

const StmtRef *assignmentOf(const Statements &part, SymbolId symbol) {
  const StmtRef *found = nullptr;
  for (const StmtRef &stmt : part)
    if (assignedSymbol(*stmt) == symbol) {
      if (found)
        return nullptr;
      found = &stmt;
    }
  return found;
}

/// The one variable that the first part sets, the last part steps and the condition reads.
SymbolId counterOf(const Stmt &loop, const Statements &first, const Statements &last) {
  SymbolId counter = -1;
  for (const StmtRef &stmt : last) {
    SymbolId symbol = assignedSymbol(*stmt);
    if (!names(loop.condition, symbol) || !assignmentOf(first, symbol))
      continue;
    if (counter >= 0)
      return -1;
    counter = symbol;
  }
  return counter;
}

/// No other assignment of the part reads the counter, nor the counter's the others.
bool standsAlone(const Statements &part, SymbolId counter) {
  return std::all_of(part.begin(), part.end(), [&](const StmtRef &stmt) {
    SymbolId own = assignedSymbol(*stmt);
    return std::all_of(part.begin(), part.end(), [&](const StmtRef &other) {
      return &stmt == &other || (own != counter && assignedSymbol(*other) != counter) ||
             !names(stmt->value, assignedSymbol(*other));
    });
  });
}

StmtRef withSingleHead(const std::shared_ptr<Stmt> &loop) {
  auto first = assignmentsOf(loop->init), last = assignmentsOf(loop->step);
  if (!first || !last || (first->size() < 2 && last->size() < 2))
    return loop;
  SymbolId counter = counterOf(*loop, *first, *last);
  const StmtRef *start = counter < 0 ? nullptr : assignmentOf(*first, counter);
  const StmtRef *step = counter < 0 ? nullptr : assignmentOf(*last, counter);
  if (!start || !step || !standsAlone(*first, counter) || !standsAlone(*last, counter))
    return loop;
  Statements before, body{loop->children[0]};
  for (const StmtRef &stmt : *first)
    if (&stmt != start)
      before.push_back(stmt);
  for (const StmtRef &stmt : *last)
    if (&stmt != step)
      body.push_back(stmt);
  StmtRef init = *start, increment = *step;
  loop->init = init;
  loop->step = increment;
  loop->children = {makeBlock(std::move(body), loop->children[0]->range)};
  before.push_back(loop);
  return before.size() == 1 ? before.front() : makeBlock(std::move(before), loop->range);
}

} // namespace

StmtRef withSingleHeads(const StmtRef &root) {
  if (!root || root->children.empty())
    return root;
  auto copy = std::make_shared<Stmt>(*root);
  for (StmtRef &child : copy->children)
    child = withSingleHeads(child);
  return copy->kind == Stmt::Kind::For ? withSingleHead(copy) : copy;
}

} // namespace acc
