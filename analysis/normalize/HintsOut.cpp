#include "analysis/normalize/HintsOut.h"

#include "analysis/normalize/NestExprs.h"
#include "analysis/tree/Hints.h"
#include "analysis/tree/TreeUtil.h"

#include <utility>

namespace acc {
namespace {

ExprRef withoutHint(const ExprRef &expr) {
  ExprRef value = hintedValue(*expr);
  return value ? mapExpr(value, withoutHint) : nullptr;
}

/// A hint as a statement of its own, of which nobody uses the value.
bool isIdleStatement(const Stmt &stmt) {
  if (stmt.kind != Stmt::Kind::Evaluate)
    return false;
  ExprRef value = hintedValue(*stmt.value);
  return isIdle(*stmt.value) || (value && isPure(*value));
}

} // namespace

SourceNest withoutHints(SourceNest nest) {
  nest.root = mapStmts(nest.root, [](const StmtRef &stmt) -> StmtRef {
    if (!isIdleStatement(*stmt))
      return stmt;
    auto nothing = std::make_shared<Stmt>();
    nothing->kind = Stmt::Kind::Empty;
    nothing->range = stmt->range;
    return nothing;
  });
  return withExprs(std::move(nest), withoutHint);
}

} // namespace acc
