#include "analysis/normalize/CalleeReason.h"

#include "analysis/tree/TreeUtil.h"

#include <set>

namespace acc {
namespace {

/// Looks for the first part of a function that cannot be read, or cannot stand where a call does,
/// also in the functions that it calls.
class Callees {
public:
  explicit Callees(const SourceNest &nest) : nest(nest) {}

  /// "" for none.
  std::string reasonOf(const std::string &name) {
    const auto function = nest.functions.find(name);
    if (function == nest.functions.end() || !met.insert(name).second)
      return "";
    std::string reason, ofCall;
    auto note = [](std::string &into, const std::string &what, SourceRange where) {
      if (into.empty())
        into = what + (where.known() ? " (line " + std::to_string(where.line) + ")" : "");
    };
    forEachStmt(function->second->body, [&](const StmtRef &stmt) {
      if (stmt->kind == Stmt::Kind::Unsupported)
        note(reason, "it uses " + stmt->text, stmt->range);
      for (const ExprRef &own : ownExprs(*stmt))
        forEachExpr(own, [&](const ExprRef &part) {
          if (part->kind == Expr::Kind::Unsupported)
            note(reason, "it uses " + part->text, part->range);
          else if (part->kind != Expr::Kind::Call)
            return;
          else if (part->effect == CallEffect::Unknown && !part->fitsParameters)
            note(reason, "it calls " + part->text, part->range);
          else if (const std::string inner = reasonOf(part->text); !inner.empty() && ofCall.empty())
            ofCall = "it calls " + part->text + ": " + inner;
        });
      if (isLoop(*stmt) && !stmt->loop.pragma.empty())
        note(reason,
             stmt->loop.pragma == kUnknownPragma ? "it has a loop in an included file"
                                                 : "it has a loop with a pragma",
             stmt->range);
      else if (stmt->kind == Stmt::Kind::While || stmt->kind == Stmt::Kind::DoWhile)
        note(reason, "it has a loop that is not a for loop", stmt->range);
    });
    return reason.empty() ? ofCall : reason;
  }

private:
  /// What stands for the pragmas of a loop in a file in which they are not seen.
  static constexpr const char *kUnknownPragma = "unknown";
  const SourceNest &nest;
  std::set<std::string> met;
};

} // namespace

Rejection withCalleeReason(Rejection why, const SourceNest &nest) {
  if (why.kind != RejectionKind::Call)
    return why;
  std::string reason;
  forEachExprIn(nest.root, [&](const ExprRef &expr) {
    const bool isCall = expr->kind == Expr::Kind::Call && expr->range == why.where;
    if (isCall && reason.empty())
      reason = Callees(nest).reasonOf(expr->text);
  });
  if (!reason.empty())
    why.detail += ": " + reason;
  return why;
}

} // namespace acc
