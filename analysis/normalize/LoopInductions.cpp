#include "analysis/normalize/LoopInductions.h"

#include "analysis/normalize/Induction.h"
#include "analysis/tree/Conversions.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <functional>

namespace acc {
namespace {

/// All mentions of the variable in the loop's body stand in one loop inside it.
bool livesInInnerLoop(const StmtRef &body, SymbolId id) {
  unsigned loops = 0, others = 0;
  std::function<void(const StmtRef &)> visit = [&](const StmtRef &stmt) {
    if (!stmt)
      return;
    if (stmt->kind == Stmt::Kind::Block) {
      for (const StmtRef &child : stmt->children)
        visit(child);
      return;
    }
    bool found = assignedIn(stmt).count(id) != 0;
    forEachExprIn(stmt, [&](const ExprRef &part) {
      found |= part->kind == Expr::Kind::Symbol && part->symbol == id;
    });
    if (found)
      ++(isLoop(*stmt) ? loops : others);
  };
  visit(body);
  return loops == 1 && others == 0;
}

/// In which type the variable's values are reckoned: wide enough that no step of the
/// closed form overflows where the variable itself does not.
CType amountType(const Symbol &symbol, const CountedLoop &loop, const ExprRef &start,
                 const CType &wide) {
  auto isSmall = [](const ExprRef &expr) { return constantValue(*expr).value_or(-1) >= 0; };
  bool isInteger = symbol.type.isInteger();
  if (isInteger && (!symbol.type.isSigned || (isSmall(loop.first) && isSmall(start))))
    return symbol.type;
  return wide;
}

/// A variable that the loop advances by an amount that grows with the loop's counter.
///   for (i = 0; i < n; i++) for (j = 0; j <= i; j++) k++;   ->   k + i + i*(i - 1)/2
std::optional<LoopInduction> seriesOf(CopyState &state, const StmtRef &stmt,
                                      const CountedLoop &loop, const std::set<SymbolId> &changed,
                                      SymbolId id, const ExprRef &start) {
  const CType wide = distanceType(*state.nest.unit);
  const Symbol &symbol = state.nest.symbol(id);
  if (loop.step != 1 || !loop.end || state.nest.unit->wrapsSigned || !state.isPure(loop.first) ||
      !state.isPure(loop.end))
    return std::nullopt;
  bool isUnsigned = symbol.type.isInteger() && !symbol.type.isSigned;
  CType type = isUnsigned && symbol.type.size == wide.size ? symbol.type : wide;
  auto isFixedBeside = [&](const ExprRef &expr) {
    bool isChanged = false;
    forEachExpr(expr, [&](const ExprRef &part) {
      isChanged |= part->kind == Expr::Kind::Symbol && part->symbol != loop.variable &&
                   changed.count(part->symbol);
    });
    state.active.push_back(loop.variable);
    bool isKnown = !isChanged && state.isPure(state.resolved(expr));
    state.active.pop_back();
    return isKnown;
  };
  auto advance = advanceOf(stmt->children[0], id, type, *state.nest.unit, isFixedBeside);
  unsigned width = symbol.type.isInteger() ? symbol.type.bits() : state.nest.unit->pointerBits;
  auto amount = advance && advance->amount
                    ? linearIn(state.resolved(advance->amount), loop.variable, type, width)
                    : std::nullopt;
  if (!amount || !amount->slope)
    return std::nullopt;
  LoopInduction induction;
  ExprRef counter = makeSymbol(loop.variable, state.nest.symbol(loop.variable).type, stmt->range);
  induction.inIteration = valueAfterSum(loop, start, *amount, counter, type);
  induction.afterLoop = valueAfterSum(loop, start, *amount, loop.end, type);
  if (symbol.type.isInteger())
    for (ExprRef *value : {&induction.inIteration, &induction.afterLoop})
      *value = makeExplicitCast(*value, symbol.type);
  // What is linear in the counter holds in between when it does at both ends.
  ExprRef last = makeBinary("-", makeExplicitCast(loop.end, wide),
                            makeInteger(1, wide, stmt->range), wide, stmt->range);
  std::vector<ExprRef> needs;
  for (const ExprRef &need : advance->needs)
    for (const ExprRef &end : {loop.first, last})
      needs.push_back(mapExpr(state.resolved(need), [&](const ExprRef &part) -> ExprRef {
        bool isCounter = part->kind == Expr::Kind::Symbol && part->symbol == loop.variable;
        return isCounter ? makeExplicitCast(end, part->type) : nullptr;
      }));
  if (!livesInInnerLoop(stmt->children[0], id))
    induction.needsInside = needs;
  induction.needsAfter = needs;
  induction.needsAfter.push_back(tripCondition(loop, advance->amount));
  return induction;
}

} // namespace

std::map<SymbolId, LoopInduction> inductionsOf(CopyState &state, const StmtRef &stmt,
                                               const std::set<SymbolId> &changed) {
  std::map<SymbolId, LoopInduction> result;
  const CType wide = distanceType(*state.nest.unit);
  auto loop = countedLoop(*stmt, *state.nest.unit);
  if (!loop)
    return result;
  loop->first = state.resolved(loop->first);
  for (ExprRef *bound : {&loop->end, &loop->whole})
    if (*bound)
      *bound = state.resolved(*bound);
  auto isFixed = [&](const ExprRef &expr) {
    bool isChanged = false;
    forEachExpr(expr, [&](const ExprRef &part) {
      isChanged |= part->kind == Expr::Kind::Symbol && changed.count(part->symbol);
    });
    return !isChanged && state.isPure(state.resolved(expr));
  };
  if (!isFixed(loop->first) || (loop->namedStep && !isFixed(loop->namedStep)))
    return result;
  if (loop->namedStep)
    loop->namedStep = state.resolved(loop->namedStep);
  for (SymbolId id : changed) {
    const Symbol &symbol = state.nest.symbol(id);
    bool isPointer = symbol.type.kind == CType::Kind::Pointer;
    if (id == loop->variable || !state.isReplaceable(id) ||
        (!isPointer && symbol.type.bits() < 32) || state.isRootOfPath(id))
      continue;
    auto known = state.definitions.find(id);
    bool isEntry = known == state.definitions.end() && state.active.empty() &&
                   !state.assignedBefore.count(id) &&
                   (!state.liveOut.count(id) || state.endsNest) &&
                   !state.stores.isDeclaredInside(id);
    if (known == state.definitions.end() && !isEntry)
      continue;
    ExprRef start = isEntry ? makeSymbol(id, symbol.type, stmt->range) : known->second;
    CType type = amountType(symbol, *loop, start, wide);
    if (loop->namedStep && !keepsValues(loop->namedStep->type, type))
      continue;
    auto advance = advanceOf(stmt->children[0], id, type, *state.nest.unit, isFixed);
    if (!advance)
      if (auto series = seriesOf(state, stmt, *loop, changed, id, start)) {
        if (isEntry)
          state.entryValues.insert(id);
        result[id] = std::move(*series);
      }
    if (!advance || !advance->amount)
      continue;
    ExprRef amount = state.resolved(advance->amount);
    LoopInduction induction;
    induction.inIteration = valueInIteration(
        *loop, start, amount, state.nest.symbol(loop->variable).type, type, stmt->range);
    std::vector<ExprRef> inner;
    for (const ExprRef &need : advance->needs)
      inner.push_back(state.resolved(need));
    if (!livesInInnerLoop(stmt->children[0], id))
      induction.needsInside = inner;
    ExprRef count = loop->bound() && isFixed(loop->bound()) ? tripCount(*loop, type) : nullptr;
    if (isEntry && !count && state.liveOut.count(id))
      continue;
    if (count) {
      induction.afterLoop = advanced(start,
                                     makeBinary("*", makeExplicitCast(count, type),
                                                makeExplicitCast(amount, type), type, stmt->range),
                                     type);
      induction.needsAfter = inner;
      induction.needsAfter.push_back(tripCondition(*loop, advance->amount));
    }
    for (ExprRef *value : {&induction.inIteration, &induction.afterLoop})
      if (*value && !isPointer)
        *value = makeExplicitCast(*value, symbol.type);
    if (isEntry)
      state.entryValues.insert(id);
    result[id] = std::move(induction);
  }
  return result;
}

} // namespace acc
