#include "analysis/tree/CallEffects.h"

#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>

namespace acc {
namespace {

bool hasPointerArgument(const Expr &call) {
  return std::any_of(call.operands.begin(), call.operands.end(), [](const ExprRef &argument) {
    return argument->type.kind == CType::Kind::Pointer || argument->type.kind == CType::Kind::Array;
  });
}

} // namespace

bool mayWriteMemory(const Expr &call) {
  bool isNumber = call.effect == CallEffect::Pure || call.effect == CallEffect::Errno;
  return call.kind == Expr::Kind::Call &&
         (call.effect == CallEffect::Unknown || call.effect == CallEffect::Fills ||
          (isNumber && hasPointerArgument(call)));
}

bool isOpaqueCall(const Expr &expr) {
  return expr.kind == Expr::Kind::Call &&
         (expr.effect == CallEffect::Ordered || expr.effect == CallEffect::Observes ||
          mayWriteMemory(expr));
}

bool hasOpaqueCall(const StmtRef &stmt) {
  bool found = false;
  forEachExprIn(stmt, [&](const ExprRef &expr) { found |= isOpaqueCall(*expr); });
  return found;
}

Rejection whyStays(const SourceNest &nest, const Expr &call) {
  bool isOfLibrary = call.effect == CallEffect::Ordered || call.effect == CallEffect::Observes ||
                     call.effect == CallEffect::Fills;
  return {isOfLibrary ? RejectionKind::CallOrder : RejectionKind::Call, call.range,
          printExpr(nest, call)};
}

} // namespace acc
