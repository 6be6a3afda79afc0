#include "analysis/normalize/CalleeReason.h"

#include "analysis/tree/TreeUtil.h"

namespace acc {
namespace {

/// The first part of the body that cannot be read, or cannot stand where a call does; "" for none.
std::string reasonIn(const CalledFunction &function) {
  std::string reason;
  auto note = [&](const std::string &what, SourceRange where) {
    if (reason.empty())
      reason = what + (where.known() ? " (line " + std::to_string(where.line) + ")" : "");
  };
  forEachStmt(function.body, [&](const StmtRef &stmt) {
    if (stmt->kind == Stmt::Kind::Unsupported)
      note("it has " + stmt->text, stmt->range);
    for (const ExprRef &own : ownExprs(*stmt))
      forEachExpr(own, [&](const ExprRef &part) {
        const bool isUnknownCall = part->kind == Expr::Kind::Call &&
                                   part->effect == CallEffect::Unknown && !part->fitsParameters;
        if (part->kind == Expr::Kind::Unsupported)
          note("it has " + part->text, part->range);
        else if (isUnknownCall)
          note("it calls " + part->text, part->range);
      });
    if (isLoop(*stmt) && !stmt->loop.pragma.empty())
      note("it has a loop with a pragma", stmt->range);
    else if (stmt->kind == Stmt::Kind::While || stmt->kind == Stmt::Kind::DoWhile)
      note("it has a loop that is no for loop", stmt->range);
  });
  return reason;
}

} // namespace

Rejection withCalleeReason(Rejection why, const SourceNest &nest) {
  if (why.kind != RejectionKind::Call)
    return why;
  std::string reason;
  forEachExprIn(nest.root, [&](const ExprRef &expr) {
    const bool isCall = expr->kind == Expr::Kind::Call && expr->range == why.where;
    const auto function = isCall ? nest.functions.find(expr->text) : nest.functions.end();
    if (reason.empty() && function != nest.functions.end())
      reason = reasonIn(*function->second);
  });
  if (!reason.empty())
    why.detail += ": " + reason;
  return why;
}

} // namespace acc
