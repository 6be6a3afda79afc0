#include "analysis/normalize/Steps.h"

#include "analysis/tree/Conversions.h"
#include "analysis/tree/TreeUtil.h"

namespace acc {
namespace {

/// `v = v + e`, `v = e + v` and `v = v - e` of integers and pointers as `v += e` and `v -= e`,
/// which C defines by them; other statements as they are.
StmtRef asStep(const StmtRef &stmt) {
  SymbolId variable = stmt->op() == Op::Equal ? assignedSymbol(*stmt) : -1;
  if (variable < 0 || !stmt->value)
    return stmt;
  const CType &type = stmt->target->type;
  bool isPointer = type.kind == CType::Kind::Pointer;
  // `v += e` converts its sum to the type of v, and so may the source: once, and to no other type
  // that does not keep the sum.
  ExprRef sum = stmt->value;
  auto isSame = [&](const CType &other) {
    return other.kind == type.kind && other.size == type.size && other.isSigned == type.isSigned;
  };
  while (sum->kind == Expr::Kind::Cast &&
         (isSame(sum->type) || keepsValues(sum->operands[0]->type, sum->type)))
    sum = sum->operands[0];
  bool isSum = sum->kind == Expr::Kind::Binary &&
               (sum->op() == Op::Plus || sum->op() == Op::Minus) &&
               (isPointer ? sum->type.kind == CType::Kind::Pointer
                          : type.isInteger() && sum->type.isInteger());
  for (size_t own : {0, 1}) {
    const Expr *operand = isSum ? &skipImplicitCasts(*sum->operands[own]) : nullptr;
    if (!operand || operand->kind != Expr::Kind::Symbol || operand->symbol != variable ||
        (own == 1 && sum->op() == Op::Minus))
      continue;
    auto step = std::make_shared<Stmt>(*stmt);
    step->text = sum->text + "=";
    step->value = sum->operands[1 - own];
    return step;
  }
  return stmt;
}

StmtRef withStepsBelow(const StmtRef &root) {
  return mapStmts(root, [](const StmtRef &stmt) -> StmtRef {
    if (stmt->kind == Stmt::Kind::Assign)
      return asStep(stmt);
    if (!stmt->step)
      return stmt;
    auto copy = std::make_shared<Stmt>(*stmt);
    copy->step = withStepsBelow(stmt->step);
    return copy;
  });
}

} // namespace

SourceNest withSteps(SourceNest nest) {
  nest.root = withStepsBelow(nest.root);
  return nest;
}

} // namespace acc
