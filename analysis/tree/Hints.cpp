#include "analysis/tree/Hints.h"

#include "analysis/tree/TreeUtil.h"

#include <algorithm>

namespace acc {
namespace {

/// Computing it changes nothing, whether it can be read or not.
bool doesNothing(const ExprRef &expr) {
  bool isIdle = true;
  forEachExpr(expr, [&](const ExprRef &part) {
    bool isUnknown = part->kind == Expr::Kind::Unsupported && (part->reason != RejectionKind::Expression || !part->changed.empty());
    isIdle &= !isUnknown && !isSideEffect(*part) && (part->kind != Expr::Kind::Call || part->effect == CallEffect::Pure);
  });
  return isIdle;
}

bool isCallOf(const Expr &expr, std::initializer_list<const char *> names) {
  return expr.kind == Expr::Kind::Call && std::find(names.begin(), names.end(), expr.text) != names.end();
}

} // namespace

ExprRef hintedValue(const Expr &expr) {
  bool isHint = isCallOf(expr, {"__builtin_expect", "__builtin_expect_with_probability", "__builtin_assume_aligned"}) &&
                std::all_of(expr.operands.begin() + 1, expr.operands.end(), doesNothing);
  return isHint ? expr.operands[0] : nullptr;
}

bool isIdle(const Expr &expr) {
  return isCallOf(expr, {"__builtin_assume"}) ||
         (isCallOf(expr, {"__builtin_prefetch"}) && std::all_of(expr.operands.begin(), expr.operands.end(), doesNothing));
}

} // namespace acc
