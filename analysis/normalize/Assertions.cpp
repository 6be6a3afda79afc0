#include "analysis/normalize/Assertions.h"

#include "analysis/normalize/NestExprs.h"
#include "analysis/tree/Endings.h"
#include "analysis/tree/TreeUtil.h"

#include <utility>

namespace acc {
namespace {

/// Before what is below it: there the Jump still tells that the call ends.
StmtRef demanded(const StmtRef &stmt) {
  if (!stmt)
    return stmt;
  if (StmtRef demand = demandOf(*stmt))
    return demand;
  auto copy = std::make_shared<Stmt>(*stmt);
  copy->init = demanded(stmt->init);
  copy->step = demanded(stmt->step);
  copy->children.clear();
  const bool isBlock = stmt->kind == Stmt::Kind::Block;
  for (size_t k = 0; k < stmt->children.size(); ++k) {
    bool isBehindCall = isBlock && k > 0 && stmt->children[k - 1]->kind == Stmt::Kind::Evaluate;
    if (!isBehindCall || !stmt->children[k]->isEnding)
      copy->children.push_back(demanded(stmt->children[k]));
  }
  bool isChanged =
      copy->init != stmt->init || copy->step != stmt->step || copy->children != stmt->children;
  return isChanged ? copy : stmt;
}

/// Those that stand before the value of a call.
ExprRef demandedInBlock(const ExprRef &expr) {
  if (expr->kind != Expr::Kind::Block)
    return nullptr;
  auto copy = std::make_shared<Expr>(*expr);
  for (StmtRef &stmt : copy->statements)
    stmt = demanded(mapExprs(stmt, demandedInBlock));
  copy->operands[0] = mapExpr(expr->operands[0], demandedInBlock);
  return copy;
}

} // namespace

SourceNest withDemands(SourceNest nest) {
  nest.root = demanded(nest.root);
  return withExprs(std::move(nest), demandedInBlock);
}

} // namespace acc
