#include "analysis/tree/SideEffects.h"

#include "analysis/tree/TreeUtil.h"

namespace acc {
namespace {

const char *sentenceFor(Expr::Kind effect) {
  switch (effect) {
  case Expr::Kind::Assign:
    return "an assignment inside an expression";
  case Expr::Kind::Comma:
    return "a comma inside an expression";
  case Expr::Kind::Block:
    return "a statement expression";
  default:
    return "a side effect inside an expression";
  }
}

} // namespace

bool isLiteral(const Expr &node) {
  switch (node.kind) {
  case Expr::Kind::Integer:
  case Expr::Kind::Literal:
    return true;
  case Expr::Kind::Cast:
  case Expr::Kind::Unary:
    return node.op() != Op::Amp && isLiteral(*node.operands[0]);
  default:
    return false;
  }
}

bool changesSomething(const ExprRef &expr) {
  bool changes = false;
  forEachExpr(expr, [&](const ExprRef &part) {
    changes |= isSideEffect(*part) && part->kind != Expr::Kind::Block;
    for (const StmtRef &stmt : part->statements)
      changes |= stmt->kind != Stmt::Kind::Declare;
  });
  return changes;
}

bool mayDoMore(const Expr &expr) {
  bool isKnown = expr.effect == CallEffect::Pure || expr.effect == CallEffect::Errno;
  return expr.kind == Expr::Kind::Unsupported || (expr.kind == Expr::Kind::Call && !isKnown);
}

std::vector<SymbolId> changedIn(const ExprRef &expr) {
  auto holder = std::make_shared<Stmt>();
  holder->kind = Stmt::Kind::Evaluate;
  holder->value = expr;
  const std::set<SymbolId> changed = assignedIn(holder);
  return {changed.begin(), changed.end()};
}

ExprRef asUnsupported(const ExprRef &effect) {
  auto node = std::make_shared<Expr>();
  node->type = effect->type;
  node->range = effect->range;
  node->text = sentenceFor(effect->kind);
  node->changed = changedIn(effect);
  return node;
}

ExprRef asUnsupported(const ExprRef &whole, const Expr &part) {
  auto node = std::make_shared<Expr>(part);
  node->changed = changedIn(whole);
  return node;
}

ExprRef withoutSideEffects(const ExprRef &expr) {
  return mapExpr(expr, [](const ExprRef &part) -> ExprRef {
    return isSideEffect(*part) ? asUnsupported(part) : nullptr;
  });
}

} // namespace acc
