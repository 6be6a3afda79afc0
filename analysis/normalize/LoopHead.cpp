#include "analysis/normalize/LoopHead.h"

#include "analysis/tree/Conversions.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>

namespace acc {
namespace {

bool mentions(const StmtRef &stmt, SymbolId symbol) {
  bool found = assignedIn(stmt).count(symbol) != 0;
  forEachExprIn(stmt, [&](const ExprRef &part) {
    found |= part->kind == Expr::Kind::Symbol && part->symbol == symbol;
  });
  return found;
}

/// `rest` with what it reads of the counter being one step further.
StmtRef afterStep(const StmtRef &rest, const Stmt &step, SymbolId counter) {
  return mapExprs(rest, [&](const ExprRef &part) -> ExprRef {
    if (part->kind != Expr::Kind::Symbol || part->symbol != counter)
      return nullptr;
    return stepped(part, step.text.substr(0, 1), step.value);
  });
}

/// n   ->   n != 0
ExprRef asComparison(const ExprRef &condition) {
  const Expr &inner = skipWidening(*condition);
  bool isNumber =
      condition->type.isInteger() &&
      (inner.kind == Expr::Kind::Symbol ||
       (inner.kind == Expr::Kind::Binary && (inner.op() == Op::Plus || inner.op() == Op::Minus)));
  return isNumber ? makeBinary("!=", condition, makeInteger(0, condition->type, condition->range),
                               truthType(), condition->range)
                  : condition;
}

/// The step may run behind `rest` instead of before it, once `rest` reads the counter ahead: see
/// afterStep.
bool mayReadAhead(const StmtRef &rest, const Stmt &step, SymbolId counter,
                  const Reordering &order) {
  bool isPlainStep =
      (step.op() == Op::PlusEqual || step.op() == Op::MinusEqual) && step.value->type.isInteger();
  return isPlainStep && !order.mayLeave(rest) && !order.mayAssign(rest, counter) &&
         !order.mayReadUnnamed(rest, counter) && order.keepsValue(rest, step.value);
}

} // namespace

std::optional<std::vector<StmtRef>> assignmentsOf(const StmtRef &part) {
  if (!part)
    return std::vector<StmtRef>{};
  std::vector<StmtRef> all =
      part->kind == Stmt::Kind::Block ? part->children : std::vector<StmtRef>{part};
  for (const StmtRef &stmt : all)
    if (assignedSymbol(*stmt) < 0 || !stmt->value)
      return std::nullopt;
  return all;
}

const StmtRef *assignmentOf(const std::vector<StmtRef> &part, SymbolId symbol) {
  const StmtRef *found = nullptr;
  for (const StmtRef &stmt : part)
    if (assignedSymbol(*stmt) == symbol) {
      if (found)
        return nullptr;
      found = &stmt;
    }
  return found;
}

SymbolId openCounter(const Stmt &loop) {
  auto steps = assignmentsOf(loop.step);
  if (loop.kind != Stmt::Kind::For || loop.init || !steps)
    return -1;
  SymbolId counter = -1;
  for (const StmtRef &step : *steps)
    if (SymbolId symbol = assignedSymbol(*step); names(loop.condition, symbol))
      counter = counter < 0 ? symbol : -2;
  return std::max(counter, -1);
}

StmtRef withStart(const StmtRef &loop, SymbolId counter, const ExprRef &value) {
  auto start = std::make_shared<Stmt>();
  start->kind = Stmt::Kind::Assign;
  start->range = loop->range;
  start->text = "=";
  start->target = (*assignmentOf(*assignmentsOf(loop->step), counter))->target;
  start->value = value ? value : start->target;
  auto closed = std::make_shared<Stmt>(*loop);
  closed->init = start;
  return closed;
}

StmtRef withStepInHead(const StmtRef &loop, const Reordering &order) {
  bool isRepeat = loop->kind == Stmt::Kind::DoWhile;
  bool isOpen =
      loop->kind == Stmt::Kind::While || isRepeat || (loop->kind == Stmt::Kind::For && !loop->step);
  if (!isOpen || !loop->condition || !loop->children[0] ||
      loop->children[0]->kind != Stmt::Kind::Block)
    return loop;
  const std::vector<StmtRef> &body = loop->children[0]->children;
  for (auto step = body.begin(); step != body.end(); ++step) {
    SymbolId counter = (*step)->kind == Stmt::Kind::Assign ? assignedSymbol(**step) : -1;
    if (counter < 0 || !names(loop->condition, counter))
      continue;
    StmtRef before = makeBlock({body.begin(), step}, loop->children[0]->range);
    StmtRef after = makeBlock({step + 1, body.end()}, loop->children[0]->range);
    bool isRead = mentions(after, counter);
    if (assignedIn(before).count(counter) ||
        !(isRead ? mayReadAhead(after, **step, counter, order) : order.commute(*step, after)))
      continue;
    std::vector<StmtRef> rest = before->children;
    for (const StmtRef &stmt : after->children)
      rest.push_back(isRead ? afterStep(stmt, **step, counter) : stmt);
    auto counted = std::make_shared<Stmt>(*loop);
    counted->kind = Stmt::Kind::For;
    counted->runsFirst = isRepeat;
    counted->condition = asComparison(loop->condition);
    counted->step = *step;
    counted->children = {makeBlock(std::move(rest), loop->children[0]->range)};
    return counted;
  }
  return loop;
}

} // namespace acc
