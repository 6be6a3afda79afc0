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
         std::all_of(value.statements.begin(), value.statements.end(), [](const StmtRef &stmt) {
           return stmt->kind == Stmt::Kind::Declare && stmt->value && isWithoutEffect(*stmt->value);
         }) &&
         std::all_of(value.operands.begin(), value.operands.end(),
                     [](const ExprRef &part) { return isWithoutEffect(*part); });
}

} // namespace

StmtRef withoutUnusedIn(const StmtRef &stmt) {
  return mapStmts(stmt, [](const StmtRef &one) -> StmtRef {
    bool isUnused = one->kind == Stmt::Kind::Evaluate && (isWithoutEffect(*one->value) || isPure(*one->value));
    if (!isUnused)
      return one;
    auto nothing = std::make_shared<Stmt>();
    nothing->kind = Stmt::Kind::Empty;
    nothing->range = one->range;
    return nothing;
  });
}

SourceNest withoutUnusedValues(SourceNest nest) {
  nest.root = withoutUnusedIn(nest.root);
  return nest;
}

} // namespace acc
