#include "analysis/normalize/MovedEffects.h"

#include "analysis/tree/SideEffects.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <utility>

namespace acc {
namespace {

StmtRef assign(const Expr &at, ExprRef target, const std::string &op, ExprRef value) {
  auto node = std::make_shared<Stmt>();
  node->kind = Stmt::Kind::Assign;
  node->range = at.range;
  node->target = std::move(target);
  node->text = op;
  node->value = std::move(value);
  return node;
}

/// How often the expression names the variable, or a place that is reached from it.
size_t timesNamed(const SourceNest &nest, const ExprRef &expr, SymbolId variable) {
  size_t times = 0;
  forEachExpr(expr, [&](const ExprRef &part) {
    times += part->kind == Expr::Kind::Symbol &&
             (part->symbol == variable || nest.symbol(part->symbol).root == variable);
  });
  return times;
}

} // namespace

ExprRef shown(const ExprRef &value) {
  if (value->kind != Expr::Kind::Cast || !value->isImplicit)
    return value;
  auto cast = std::make_shared<Expr>(*value);
  cast->isImplicit = false;
  return cast;
}

bool isOwnVariable(const SourceNest &nest, const Expr &expr) {
  if (expr.kind != Expr::Kind::Symbol)
    return false;
  const Symbol &symbol = nest.symbol(expr.symbol);
  bool isLocal = symbol.kind == Symbol::Kind::Parameter || symbol.kind == Symbol::Kind::Local;
  return isLocal && !symbol.isOwnStatic && !symbol.isStaticOrThreadLocal && !symbol.addressTaken &&
         !symbol.type.isVolatile;
}

StmtRef asStatement(const Expr &step) {
  return assign(step, step.operands[0], step.op() == Op::PlusPlus ? "+=" : "-=",
                makeStepOfOne(step.operands[0]->type, step.range));
}

/// The expression is all that names the variable.
bool MovedEffects::isOnlyIn(const ExprRef &part, SymbolId variable) const {
  size_t times = 0;
  for (const ExprRef &expr : whole)
    times += timesNamed(nest, expr, variable);
  return times == timesNamed(nest, part, variable);
}

namespace {

bool evaluatesFirstFirst(const Expr &expr) {
  return expr.kind == Expr::Kind::Conditional || expr.kind == Expr::Kind::Comma ||
         (expr.kind == Expr::Kind::Binary &&
          (expr.op() == Op::AmpAmp || expr.op() == Op::PipePipe));
}

size_t timesIn(const ExprRef &expr, const ExprRef &part) {
  size_t times = 0;
  forEachExpr(expr, [&](const ExprRef &one) { times += one == part; });
  return times;
}

} // namespace

/// All else that names the assigned variable, if anything does, is evaluated after the assignment:
///   (t = x) > 0 ? t : -t
bool MovedEffects::isBeforeOthers(const ExprRef &assignment) const {
  const SymbolId variable = assignment->operands[0]->symbol;
  auto isNamed = [&](const ExprRef &expr) { return timesNamed(nest, expr, variable) > 0; };
  bool holds = !isNamed(assignment->operands[1]);
  std::vector<ExprRef> beside = whole;
  bool hasOrder = false;
  for (ExprRef inside; inside != assignment && holds; beside = inside->operands) {
    const auto next = std::find_if(beside.begin(), beside.end(), [&](const ExprRef &part) {
      return timesIn(part, assignment) > 0;
    });
    if (next == beside.end() || timesIn(*next, assignment) != 1)
      return false;
    for (auto other = beside.begin(); other != beside.end(); ++other)
      holds &= other == next || !isNamed(*other) || (hasOrder && next == beside.begin());
    inside = *next;
    hasOrder = evaluatesFirstFirst(*inside);
  }
  return holds;
}

ExprRef MovedEffects::visit(const ExprRef &expr, bool isCertain) {
  if (!hasSideEffect(expr))
    return expr;
  switch (expr->kind) {
  case Expr::Kind::Step:
    return step(expr, isCertain);
  case Expr::Kind::Assign:
    return assignment(expr, isCertain);
  case Expr::Kind::Comma:
    return comma(expr, isCertain);
  case Expr::Kind::Block:
    return block(expr, isCertain);
  default:
    break;
  }
  const bool isShort = evaluatesFirstFirst(*expr);
  auto copy = std::make_shared<Expr>(*expr);
  for (size_t k = 0; k < expr->operands.size(); ++k)
    copy->operands[k] = visit(expr->operands[k], isCertain && !(isShort && k > 0));
  // A place that is not known.
  bool isPlace = expr->kind == Expr::Kind::Access ||
                 (expr->kind == Expr::Kind::Unary && expr->op() == Op::Amp);
  if (isPlace && copy->operands[0]->kind == Expr::Kind::Unsupported)
    return asUnsupported(expr, *copy->operands[0]);
  return copy;
}

ExprRef MovedEffects::step(const ExprRef &expr, bool isCertain) {
  const ExprRef &target = expr->operands[0];
  bool isMovable = isCertain && isOwnVariable(nest, *target) && isOnlyIn(target, target->symbol) &&
                   (!expr->isPostfix || allowsAfter);
  if (!isMovable)
    return asUnsupported(expr);
  (expr->isPostfix ? after : before).push_back(asStatement(*expr));
  return target;
}

/// Neither stores nor calls change it.
bool MovedEffects::staysTheSame(const Expr &node) const {
  if (node.kind == Expr::Kind::Access || node.kind == Expr::Kind::Call ||
      node.kind == Expr::Kind::Unsupported)
    return false;
  if (node.kind == Expr::Kind::Symbol) {
    const Symbol &symbol = nest.symbol(node.symbol);
    bool isLocal = symbol.kind == Symbol::Kind::Parameter || symbol.kind == Symbol::Kind::Local;
    return symbol.type.kind == CType::Kind::Array || (isLocal && !symbol.addressTaken);
  }
  return std::all_of(node.operands.begin(), node.operands.end(),
                     [&](const ExprRef &part) { return staysTheSame(*part); });
}

ExprRef MovedEffects::assignment(const ExprRef &expr, bool isCertain) {
  const ExprRef &place = expr->operands[0];
  bool isVariable =
      place->kind == Expr::Kind::Symbol && nest.symbol(place->symbol).kind != Symbol::Kind::Path;
  if (!isCertain || (isVariable && !(isOwnVariable(nest, *place) && isBeforeOthers(expr))))
    return asUnsupported(expr);
  ExprRef target = visit(place, true), value = visit(expr->operands[1], true);
  for (const ExprRef &part : {target, value})
    if (part->kind == Expr::Kind::Unsupported)
      return asUnsupported(expr, *part);
  // What is told again must not depend on what was stored.
  bool readsBack = target->kind == Expr::Kind::Symbol ||
                   std::all_of(target->operands.begin(), target->operands.end(),
                               [&](const ExprRef &part) { return staysTheSame(*part); });
  bool isValueKept =
      expr->op() == Op::Equal && (isLiteral(*value) || (!readsBack && staysTheSame(*value)));
  if (!isValueKept && !readsBack)
    return asUnsupported(expr);
  before.push_back(assign(*expr, target, expr->text, value));
  return isValueKept ? shown(value) : target;
}

/// The variables of `a = x`, `a = x, b = y`; false for all else.
bool MovedEffects::collectAssigned(const ExprRef &expr, std::vector<SymbolId> &assigned) const {
  if (expr->kind == Expr::Kind::Comma)
    return collectAssigned(expr->operands[0], assigned) &&
           collectAssigned(expr->operands[1], assigned);
  if (expr->kind != Expr::Kind::Assign || expr->op() != Op::Equal ||
      !isOwnVariable(nest, *expr->operands[0]))
    return false;
  assigned.push_back(expr->operands[0]->symbol);
  return true;
}

namespace {

/// As statements, in their order.
void splitComma(const ExprRef &expr, std::vector<StmtRef> &out) {
  if (expr->kind == Expr::Kind::Assign)
    return out.push_back(assign(*expr, expr->operands[0], expr->text, expr->operands[1]));
  for (const ExprRef &part : expr->operands)
    splitComma(part, out);
}

} // namespace

// x = (d = y[i], fabs(d));   becomes   d = y[i]; x = fabs(d);   where nothing else of the statement
// names d.
ExprRef MovedEffects::comma(const ExprRef &expr, bool isCertain) {
  std::vector<SymbolId> assigned;
  bool isMovable = isCertain && collectAssigned(expr->operands[0], assigned) &&
                   std::all_of(assigned.begin(), assigned.end(),
                               [&](SymbolId variable) { return isOnlyIn(expr, variable); });
  if (!isMovable)
    return asUnsupported(expr);
  splitComma(expr->operands[0], before);
  return visit(expr->operands[1], true);
}

// y = ({ int x = *p++; x * x; });   becomes   int x = *p++; y = x * x;   where nothing else of the
// statement names p.
ExprRef MovedEffects::block(const ExprRef &expr, bool isCertain) {
  bool isMovable = isCertain;
  for (const StmtRef &stmt : expr->statements)
    forEachExpr(stmt->value, [&](const ExprRef &part) {
      if (part->kind == Expr::Kind::Assign || part->kind == Expr::Kind::Step)
        isMovable &=
            isOwnVariable(nest, *part->operands[0]) && isOnlyIn(expr, part->operands[0]->symbol);
    });
  if (!isMovable)
    return asUnsupported(expr);
  before.insert(before.end(), expr->statements.begin(), expr->statements.end());
  return visit(expr->operands[0], true);
}

} // namespace acc
