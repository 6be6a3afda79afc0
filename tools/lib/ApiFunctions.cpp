#include "acc-delin/Functions.h"

#include "tools/lib/ApiState.h"
#include "tools/lib/ApiTree.h"

namespace acc_delin {

Expression Expression::mathCall(const std::string &name, const std::vector<Expression> &arguments) {
  bool isSingle = false, isDouble = false;
  for (const Expression &argument : arguments) {
    isSingle |=
        argument.tree->type.kind == acc::CType::Kind::Floating && argument.tree->type.size <= 4;
    isDouble |= argument.tree->type.spelling == "double";
  }
  isSingle &= !isDouble;
  const acc::CType type = detail::typeOf(isSingle ? ScalarType::float32 : ScalarType::float64);
  const std::string function = name + (isSingle ? "f" : "");
  std::vector<acc::ExprRef> operands;
  std::string types;
  detail::Uses uses;
  for (const Expression &argument : arguments) {
    operands.push_back(argument.tree);
    types += (types.empty() ? "" : ", ") + type.spelling;
    uses.add(argument.uses);
  }
  uses.functions[function] = type.spelling + " " + function + "(" + types + ");";
  return {detail::call(function, type, operands), std::move(uses)};
}

Expression Expression::unary(const char *op, const Expression &x) {
  detail::Uses uses = x.uses;
  if (*op == '~' && !x.isInteger() && !uses.fault)
    uses.fault = "'~' is of an integer only";
  return {detail::unary(op, x.tree), std::move(uses)};
}

Expression cast(ScalarType type, const Expression &x) { return Expression::converted(type, x); }

Expression Expression::converted(ScalarType type, const Expression &x) {
  return {detail::castTo(detail::typeOf(type), x.tree), x.uses};
}

Expression sqrt(const Expression &x) { return Expression::mathCall("sqrt", {x}); }
Expression exp(const Expression &x) { return Expression::mathCall("exp", {x}); }
Expression log(const Expression &x) { return Expression::mathCall("log", {x}); }
Expression log2(const Expression &x) { return Expression::mathCall("log2", {x}); }
Expression log10(const Expression &x) { return Expression::mathCall("log10", {x}); }
Expression sin(const Expression &x) { return Expression::mathCall("sin", {x}); }
Expression cos(const Expression &x) { return Expression::mathCall("cos", {x}); }
Expression tan(const Expression &x) { return Expression::mathCall("tan", {x}); }
Expression sinh(const Expression &x) { return Expression::mathCall("sinh", {x}); }
Expression cosh(const Expression &x) { return Expression::mathCall("cosh", {x}); }
Expression tanh(const Expression &x) { return Expression::mathCall("tanh", {x}); }
Expression floor(const Expression &x) { return Expression::mathCall("floor", {x}); }
Expression ceil(const Expression &x) { return Expression::mathCall("ceil", {x}); }
Expression round(const Expression &x) { return Expression::mathCall("round", {x}); }
Expression pow(const Expression &base, const Expression &exponent) {
  return Expression::mathCall("pow", {base, exponent});
}

Expression abs(const Expression &x) {
  return x.isInteger() ? Expression::select(x < 0, 0 - x, x) : Expression::mathCall("fabs", {x});
}

Expression max(const Expression &a, const Expression &b) { return Expression::select(a > b, a, b); }
Expression min(const Expression &a, const Expression &b) { return Expression::select(a < b, a, b); }

Expression floorDivide(const Expression &a, const Expression &b) {
  if (!a.isInteger() || !b.isInteger())
    return floor(a / b);
  Expression isBelow = logicalAnd(a % b != 0, (a < 0) != (b < 0));
  return Expression::select(isBelow, a / b - 1, a / b);
}

Expression logicalAnd(const Expression &a, const Expression &b) {
  return Expression::binary("&&", a, b);
}
Expression logicalOr(const Expression &a, const Expression &b) {
  return Expression::binary("||", a, b);
}
Expression logicalNot(const Expression &x) { return Expression::unary("!", x); }

} // namespace acc_delin
