#include "analysis/model/LoopHeads.h"

#include "analysis/model/ContinueForm.h"
#include "analysis/model/Conversions.h"
#include "analysis/model/ExprPrinter.h"
#include "analysis/model/Induction.h"
#include "analysis/model/Reordering.h"
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

/// The variable that the first part sets, the last part steps and the condition reads; of
/// several the first that counts upwards (i of `i < j`, i++, j--).
SymbolId counterOf(const Stmt &loop, const Statements &first, const Statements &last) {
  std::vector<SymbolId> upwards, all;
  for (const StmtRef &stmt : last) {
    SymbolId symbol = assignedSymbol(*stmt);
    if (!names(loop.condition, symbol) || !assignmentOf(first, symbol))
      continue;
    all.push_back(symbol);
    if (stmt->text == "+=")
      upwards.push_back(symbol);
  }
  if (all.size() > 1)
    return upwards.empty() ? -1 : upwards.front();
  return all.empty() ? -1 : all.front();
}

/// The assignment, one of the part, may as well be the last of it.
bool mayBeLast(const StmtRef *assignment, const Statements &part, const Reordering &order) {
  return std::all_of(assignment + 1, part.data() + part.size(),
                     [&](const StmtRef &other) { return order.commute(*assignment, other); });
}

StmtRef withSingleHead(const std::shared_ptr<Stmt> &loop, const Reordering &order) {
  auto first = assignmentsOf(loop->init), last = assignmentsOf(loop->step);
  if (!first || !last || (first->size() < 2 && last->size() < 2))
    return loop;
  SymbolId counter = counterOf(*loop, *first, *last);
  const StmtRef *start = counter < 0 ? nullptr : assignmentOf(*first, counter);
  const StmtRef *step = counter < 0 ? nullptr : assignmentOf(*last, counter);
  if (!start || !step || !mayBeLast(start, *first, order) || !mayBeLast(step, *last, order))
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
  bool isNumber = condition->type.isInteger() &&
                  (inner.kind == Expr::Kind::Symbol ||
                   (inner.kind == Expr::Kind::Binary && (inner.text == "+" || inner.text == "-")));
  return isNumber ? makeBinary("!=", condition, makeInteger(0, condition->type, condition->range),
                               truthType(), condition->range)
                  : condition;
}

/// The step may run behind `rest` instead of before it, once `rest` reads the counter ahead: see
/// afterStep.
bool mayReadAhead(const StmtRef &rest, const Stmt &step, SymbolId counter,
                  const Reordering &order) {
  bool isPlainStep = (step.text == "+=" || step.text == "-=") && step.value->type.isInteger();
  return isPlainStep && !order.mayLeave(rest) && !order.mayAssign(rest, counter) &&
         !order.mayReadUnnamed(rest, counter) && order.keepsValue(rest, step.value);
}

/// A loop without a last part whose body steps a variable of its condition once, as a `for` with
/// that step; the loop itself when it is none. Of a do loop the condition is then one of the
/// variable's values before the first iteration too, where nothing tests it (`runsFirst`).
StmtRef withStepInHead(const StmtRef &loop, const Reordering &order) {
  bool isRepeat = loop->kind == Stmt::Kind::DoWhile;
  bool isOpen = loop->kind == Stmt::Kind::While || isRepeat ||
                (loop->kind == Stmt::Kind::For && !loop->step);
  if (!isOpen || !loop->condition || !loop->children[0] ||
      loop->children[0]->kind != Stmt::Kind::Block)
    return loop;
  const Statements &body = loop->children[0]->children;
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
    Statements rest = before->children;
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

/// The counter of a `for` without a first part; -1 when it has none.
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

/// The loop with a first part that gives its counter the value; null: the one that it has.
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

/// Names and sums: they may be told twice.
bool isPlain(const ExprRef &expr) {
  bool plain = true;
  forEachExpr(expr, [&](const ExprRef &part) {
    plain &= part->kind == Expr::Kind::Integer || part->kind == Expr::Kind::Cast ||
             part->kind == Expr::Kind::Binary || part->kind == Expr::Kind::Symbol;
  });
  return plain;
}

/// Where the loop that does the rest of an unrolled one starts; null when it does not.
///   for (x = a; x + 3 < n; x += 4) ...; for (; x < n; x++) ...   ->   a + (n - a)/4*4
/// Where n is below a, neither runs.
ExprRef startOfRest(const StmtRef &unrolled, const Stmt &rest, const SourceNest &nest,
                    const Reordering &order) {
  auto loop = unrolled->kind == Stmt::Kind::For ? countedLoop(*unrolled, *nest.unit) : std::nullopt;
  const Expr *test = rest.condition ? &skipTruthCasts(*rest.condition) : nullptr;
  auto first = loop ? constantValue(*loop->first) : std::nullopt;
  if (!first || !loop->whole || !test || test->kind != Expr::Kind::Binary || test->text != "<" ||
      order.mayLeave(unrolled->children[0]) ||
      order.mayAssign(unrolled->children[0], loop->variable))
    return nullptr;
  const Expr &left = skipWidening(*test->operands[0]);
  const CType &type = nest.symbol(loop->variable).type, &bound = loop->whole->type;
  bool isSame = left.kind == Expr::Kind::Symbol && left.symbol == loop->variable &&
                printExpr(nest, skipWidening(*test->operands[1])) ==
                    printExpr(nest, skipWidening(*loop->whole));
  bool isNumber = type.isInteger() && bound.isInteger() && type.isSigned == bound.isSigned &&
                  type.bits() >= bound.bits() && type.bits() >= 32;
  bool fromZero = first == 0;
  if (!isSame || !isNumber || (!type.isSigned && !fromZero) || !isPlain(loop->whole) ||
      !order.keepsValue(unrolled, loop->whole))
    return nullptr;
  ExprRef step = makeInteger(loop->step, type, rest.range);
  ExprRef whole = makeBinary("*", tripCount(*loop, type), step, type, rest.range);
  return fromZero ? whole : makeBinary("+", loop->first, whole, type, rest.range);
}

/// The assignments that set counters before loops of the block, as the loops' first parts.
Statements withStarts(Statements stmts, const SourceNest &nest, const Reordering &order) {
  for (size_t k = 1; k < stmts.size(); ++k) {
    StmtRef loop = withStepInHead(stmts[k], order);
    SymbolId counter = openCounter(*loop);
    if (counter < 0)
      continue;
    size_t at = k;
    while (at > 0 && !order.mayAssign(stmts[at - 1], counter))
      --at;
    if (at == 0)
      continue;
    const StmtRef start = stmts[at - 1];
    const StmtRef between = makeBlock({stmts.begin() + at, stmts.begin() + k}, loop->range);
    bool isKept = !order.mayLeave(between);
    if (ExprRef value = isKept ? startOfRest(start, *loop, nest, order) : nullptr;
        value && order.keepsValue(between, value)) {
      stmts[k] = withStart(loop, counter, value);
      continue;
    }
    bool isStart = assignedSymbol(*start) == counter && start->value &&
                   (start->kind == Stmt::Kind::Declare || start->text == "=");
    if (!isStart || !isKept || !isPlain(start->value) || names(start->value, counter) ||
        !order.keepsValue(between, start->value))
      continue;
    stmts[k] = withStart(loop, counter, start->value);
    if (!order.commute(start, between))
      continue;
    if (start->kind == Stmt::Kind::Declare) {
      auto declaration = std::make_shared<Stmt>(*start);
      declaration->value = nullptr;
      stmts[at - 1] = declaration;
    } else {
      auto closed = std::make_shared<Stmt>(*stmts[k]);
      closed->reads.insert(closed->reads.end(), start->reads.begin(), start->reads.end());
      stmts[k] = closed;
      stmts.erase(stmts.begin() + (at - 1));
      --k;
    }
  }
  return stmts;
}

StmtRef withCountedLoops(const StmtRef &root, const SourceNest &nest, const Reordering &order) {
  if (!root || root->children.empty())
    return root;
  auto copy = std::make_shared<Stmt>(*root);
  for (StmtRef &child : copy->children)
    child = withCountedLoops(child, nest, order);
  if (copy->kind == Stmt::Kind::Block)
    copy->children = withStarts(std::move(copy->children), nest, order);
  return copy->kind == Stmt::Kind::For ? withStepInHead(copy, order) : copy;
}

/// Its step adds something to the variable: not `node = node->next`.
bool isCounted(const StmtRef &loop, SymbolId counter) {
  return (*assignmentOf(*assignmentsOf(loop->step), counter))->text != "=";
}

/// Outermost loops whose counter the nest assigns nowhere else begin with its value at entry: what
/// is known of that, or for the nest's own loop the counter itself.
StmtRef withKnownStarts(const StmtRef &stmt, const StmtRef &root,
                        const std::vector<KnownAtEntry> &known, const Reordering &order) {
  if (!stmt)
    return stmt;
  auto copy = std::make_shared<Stmt>(*stmt);
  if (!isLoop(*copy))
    for (StmtRef &child : copy->children)
      child = withKnownStarts(child, root, known, order);
  StmtRef loop = withStepInHead(copy, order);
  SymbolId counter = openCounter(*loop);
  auto start = std::find_if(known.begin(), known.end(),
                            [&](const KnownAtEntry &entry) { return entry.symbol == counter; });
  if (counter < 0 || (start == known.end() && (stmt != root || !isCounted(loop, counter))))
    return copy;
  unsigned assignments = 0;
  forEachStmt(root, [&](const StmtRef &each) { assignments += assignedSymbol(*each) == counter; });
  // Before a loop that is only a part of the nest, others may have changed what the value names.
  if (assignments != 1 ||
      (start != known.end() && stmt != root && !order.keepsValue(root, start->value)))
    return copy;
  return withStart(loop, counter, start == known.end() ? nullptr : start->value);
}

StmtRef withSingleHeadsBelow(const StmtRef &root, const Reordering &order) {
  if (!root || root->children.empty())
    return root;
  auto copy = std::make_shared<Stmt>(*root);
  for (StmtRef &child : copy->children)
    child = withSingleHeadsBelow(child, order);
  return copy->kind == Stmt::Kind::For ? withSingleHead(copy, order) : copy;
}

} // namespace

StmtRef withSingleHeads(const StmtRef &root, const SourceNest &nest) {
  const Reordering order(nest);
  StmtRef counted = withCountedLoops(root, nest, order);
  return withSingleHeadsBelow(withKnownStarts(counted, counted, nest.knownAtEntry, order), order);
}

} // namespace acc
