#include "analysis/tree/Hints.h"

#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <set>

namespace acc {
namespace {

/// Computing it changes nothing, whether it can be read or not.
bool doesNothing(const ExprRef &expr) {
  bool isIdle = true;
  forEachExpr(expr, [&](const ExprRef &part) {
    bool isUnknown = part->kind == Expr::Kind::Unsupported &&
                     (part->reason != RejectionKind::Expression || !part->changed.empty());
    isIdle &= !isUnknown && !isSideEffect(*part) &&
              (part->kind != Expr::Kind::Call || part->effect == CallEffect::Pure);
  });
  return isIdle;
}

/// Those that give their first argument, and those that give nothing.
const std::set<std::string> kValues = {"__builtin_expect", "__builtin_expect_with_probability",
                                       "__builtin_assume_aligned"};
const std::string kAssume = "__builtin_assume", kPrefetch = "__builtin_prefetch";

bool isCallOf(const Expr &expr, const std::string &name) {
  return expr.kind == Expr::Kind::Call && expr.text == name;
}

} // namespace

bool isHint(const std::string &function) {
  return kValues.count(function) || function == kAssume || function == kPrefetch;
}

ExprRef hintedValue(const Expr &expr) {
  bool isValue = expr.kind == Expr::Kind::Call && kValues.count(expr.text) &&
                 std::all_of(expr.operands.begin() + 1, expr.operands.end(), doesNothing);
  return isValue ? expr.operands[0] : nullptr;
}

bool isIdle(const Expr &expr) {
  return isCallOf(expr, kAssume) ||
         (isCallOf(expr, kPrefetch) &&
          std::all_of(expr.operands.begin(), expr.operands.end(), doesNothing));
}

} // namespace acc
