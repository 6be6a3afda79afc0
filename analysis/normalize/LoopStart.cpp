#include "analysis/normalize/LoopStart.h"

#include "analysis/tree/Conversions.h"
#include "analysis/tree/TreeUtil.h"

namespace acc {
namespace {

bool isCounter(const Expr &expr, SymbolId counter) {
  return expr.kind == Expr::Kind::Symbol && expr.symbol == counter;
}

/// Sums and products of variables, none of which the body assigns.
bool staysTheSame(const ExprRef &start, const StmtRef &body) {
  std::set<SymbolId> assigned = assignedIn(body);
  bool stays = true;
  forEachExpr(start, [&](const ExprRef &part) {
    stays &= part->kind == Expr::Kind::Integer || part->kind == Expr::Kind::Cast ||
             part->kind == Expr::Kind::Binary || part->kind == Expr::Kind::Unary ||
             (part->kind == Expr::Kind::Symbol && !assigned.count(part->symbol));
  });
  return stays;
}

bool isComparison(const Expr &test) {
  return test.kind == Expr::Kind::Binary &&
         (test.op() == Op::Less || test.op() == Op::LessEqual || test.op() == Op::Greater ||
          test.op() == Op::GreaterEqual || test.op() == Op::ExclaimEqual);
}

} // namespace

StmtRef countedFromStart(const Stmt &loop, const UnitFacts &unit, const NewSymbol &newSymbol) {
  SymbolId old = loopVariable(loop);
  if (loop.kind != Stmt::Kind::For || old < 0 || !loop.condition || !loop.step ||
      loop.step->kind != Stmt::Kind::Assign || assignedSymbol(*loop.step) != old ||
      (loop.step->op() != Op::PlusEqual && loop.step->op() != Op::MinusEqual))
    return nullptr;
  const StmtRef &body = loop.children[0];
  const ExprRef start = loop.init->value;
  for (SymbolId live : loop.loop.liveOut)
    if (live == old)
      return nullptr;
  const Expr &test = skipTruthCasts(*loop.condition);
  if (constantValue(*start) || !isComparison(test) || !staysTheSame(start, body) ||
      assignedIn(body).count(old) || names(start, old))
    return nullptr;
  bool isLeft = isWidened(*test.operands[0], old);
  const ExprRef &end = test.operands[isLeft ? 1 : 0];
  if (!isWidened(*test.operands[isLeft ? 0 : 1], old) || names(end, old))
    return nullptr;

  const CType counterType = distanceType(unit);
  SymbolId counter = newSymbol("t", counterType);
  ExprRef variable = makeSymbol(counter, counterType, loop.range);
  ExprRef length = makeBinary("-", end, start, counterType, end->range);
  auto init = std::make_shared<Stmt>(*loop.init);
  init->kind = Stmt::Kind::Assign;
  init->text = "=";
  init->symbol = -1;
  init->target = variable;
  init->value = makeInteger(0, counterType, start->range);
  auto step = std::make_shared<Stmt>(*loop.step);
  step->target = variable;
  auto result = std::make_shared<Stmt>(loop);
  result->init = init;
  result->condition = makeBinary(test.text, isLeft ? variable : length, isLeft ? length : variable,
                                 loop.condition->type, test.range);
  result->step = step;
  // Computed as the source steps the old counter: narrow integers in int.
  const CType &type = start->type;
  ExprRef value =
      type.isInteger()
          ? stepped(start, "+", makeExplicitCast(variable, type.bits() < 32 ? truthType() : type))
          : makeBinary("+", start, variable, type, start->range);
  result->children = {mapExprs(body, [&](const ExprRef &part) -> ExprRef {
    return isCounter(*part, old) ? value : nullptr;
  })};
  return result;
}

} // namespace acc
