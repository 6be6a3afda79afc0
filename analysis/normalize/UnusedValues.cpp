#include "analysis/normalize/UnusedValues.h"

#include "analysis/tree/SideEffects.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>

namespace acc {
namespace {

/// Reads and arithmetic alone; variables that it declares are its own.
bool isWithoutEffect(const Expr &value) {
  bool isPlain = value.kind != Expr::Kind::Call && value.kind != Expr::Kind::Unsupported &&
                 value.kind != Expr::Kind::Assign && value.kind != Expr::Kind::Step;
  return isPlain &&
         std::all_of(value.statements.begin(), value.statements.end(),
                     [](const StmtRef &stmt) {
                       return stmt->kind == Stmt::Kind::Declare && stmt->value &&
                              isWithoutEffect(*stmt->value);
                     }) &&
         std::all_of(value.operands.begin(), value.operands.end(),
                     [](const ExprRef &part) { return isWithoutEffect(*part); });
}

bool readsMemory(const ExprRef &value, const SymbolTable &symbols) {
  bool reads = false;
  forEachExpr(value, [&](const ExprRef &part) {
    reads |= part->kind == Expr::Kind::Access ||
             (part->kind == Expr::Kind::Symbol && symbols[part->symbol].throughPointer);
  });
  return reads;
}

/// ((void)n, x)   ->   x
ExprRef withoutUnusedOperands(const ExprRef &expr, const SymbolTable &symbols) {
  return mapExpr(expr, [&](const ExprRef &part) -> ExprRef {
    const bool isUnused = part->kind == Expr::Kind::Comma && isWithoutEffect(*part->operands[0]) &&
                          !readsMemory(part->operands[0], symbols);
    return isUnused ? withoutUnusedOperands(part->operands[1], symbols) : nullptr;
  });
}

} // namespace

StmtRef usedPartOf(const StmtRef &stmt) {
  bool isUnused =
      stmt->kind == Stmt::Kind::Evaluate && (isWithoutEffect(*stmt->value) || isPure(*stmt->value));
  if (!isUnused)
    return stmt;
  auto nothing = std::make_shared<Stmt>();
  nothing->kind = Stmt::Kind::Empty;
  nothing->range = stmt->range;
  return nothing;
}

StmtRef withoutUnusedIn(const StmtRef &body) { return mapStmts(body, usedPartOf); }

SourceNest withoutUnusedValues(SourceNest nest) {
  nest.root = mapStmts(nest.root, [&](const StmtRef &stmt) {
    bool isRead = stmt->kind == Stmt::Kind::Evaluate && readsMemory(stmt->value, *nest.symbols);
    return isRead ? stmt : usedPartOf(stmt);
  });
  bool hasComma = false;
  forEachExprIn(nest.root,
                [&](const ExprRef &expr) { hasComma |= expr->kind == Expr::Kind::Comma; });
  if (hasComma)
    nest.root = mapExprs(nest.root, [&](const ExprRef &expr) {
      return expr->kind == Expr::Kind::Comma ? withoutUnusedOperands(expr, *nest.symbols) : nullptr;
    });
  return nest;
}

} // namespace acc
