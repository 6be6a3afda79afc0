#include "analysis/tree/AbsoluteValue.h"

#include <set>

namespace acc {

bool isAbsoluteValue(const Expr &expr) {
  static const std::set<std::string> kNames = {
      "abs", "labs", "llabs", "__builtin_abs", "__builtin_labs", "__builtin_llabs"};
  return expr.kind == Expr::Kind::Call && expr.effect == CallEffect::Pure &&
         expr.operands.size() == 1 && expr.type.isInteger() && kNames.count(expr.text);
}

} // namespace acc
