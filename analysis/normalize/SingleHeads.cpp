#include "analysis/normalize/SingleHeads.h"

#include "analysis/normalize/LoopHead.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <utility>

namespace acc {
namespace {

/// The variable that the first part sets, the last part steps and the condition reads; of
/// several the first that counts upwards (i of `i < j`, i++, j--).
SymbolId counterOf(const Stmt &loop, const std::vector<StmtRef> &first,
                   const std::vector<StmtRef> &last) {
  std::vector<SymbolId> upwards, all;
  for (const StmtRef &stmt : last) {
    SymbolId symbol = assignedSymbol(*stmt);
    if (!names(loop.condition, symbol) || !assignmentOf(first, symbol))
      continue;
    all.push_back(symbol);
    if (stmt->op() == Op::PlusEqual)
      upwards.push_back(symbol);
  }
  if (all.size() > 1)
    return upwards.empty() ? -1 : upwards.front();
  return all.empty() ? -1 : all.front();
}

/// The assignment, one of the part, may as well be the last of it.
bool mayBeLast(const StmtRef *assignment, const std::vector<StmtRef> &part,
               const Reordering &order) {
  return std::all_of(assignment + 1, part.data() + part.size(),
                     [&](const StmtRef &other) { return order.commute(*assignment, other); });
}

/// The assignment, one of the part, may be made once more behind it: the counter has its value
/// there.
bool mayBeRepeated(const StmtRef *assignment, const std::vector<StmtRef> &part,
                   const Reordering &order) {
  const StmtRef &start = *assignment;
  SymbolId counter = assignedSymbol(*start);
  return start->op() == Op::Equal && !names(start->value, counter) &&
         std::all_of(assignment + 1, part.data() + part.size(), [&](const StmtRef &other) {
           return order.keepsValue(other, start->value) && !order.mayAssign(other, counter);
         });
}

/// The assignments of a first part, to variables and to elements; none when it holds anything else.
std::optional<std::vector<StmtRef>> storesOf(const StmtRef &part) {
  if (!part)
    return std::nullopt;
  std::vector<StmtRef> all =
      part->kind == Stmt::Kind::Block ? part->children : std::vector<StmtRef>{part};
  for (const StmtRef &stmt : all)
    if ((stmt->kind != Stmt::Kind::Assign && assignedSymbol(*stmt) < 0) || !stmt->value)
      return std::nullopt;
  return all;
}

StmtRef withSingleHead(const StmtRef &loop, const Reordering &order) {
  auto first = storesOf(loop->init), last = assignmentsOf(loop->step);
  if (!first || !last || (first->size() < 2 && last->size() < 2))
    return loop;
  SymbolId counter = counterOf(*loop, *first, *last);
  const StmtRef *start = counter < 0 ? nullptr : assignmentOf(*first, counter);
  const StmtRef *step = counter < 0 ? nullptr : assignmentOf(*last, counter);
  if (!start || !step || !mayBeLast(step, *last, order))
    return loop;
  bool isMoved = mayBeLast(start, *first, order);
  if (!isMoved && !mayBeRepeated(start, *first, order))
    return loop;
  std::vector<StmtRef> before, body{loop->children[0]};
  for (const StmtRef &stmt : *first)
    if (&stmt != start || !isMoved)
      before.push_back(stmt);
  for (const StmtRef &stmt : *last)
    if (&stmt != step)
      body.push_back(stmt);
  auto single = std::make_shared<Stmt>(*loop);
  single->init = *start;
  single->step = *step;
  single->children = {makeBlock(std::move(body), loop->children[0]->range)};
  before.push_back(single);
  return before.size() == 1 ? before.front() : makeBlock(std::move(before), loop->range);
}

} // namespace

SourceNest withSingleHeads(SourceNest nest) {
  const Reordering order(nest);
  StmtRef root = mapStmts(nest.root, [&](const StmtRef &stmt) {
    return stmt->kind == Stmt::Kind::For ? withSingleHead(stmt, order) : stmt;
  });
  nest.root = root;
  return nest;
}

} // namespace acc
