#include "acc-delin/Functions.h"

#include "tools/lib/ApiState.h"

namespace acc_delin {

Expression Expression::mathCall(const std::string &name, const std::vector<Expression> &arguments) {
  Arithmetic kind = Arithmetic::Integer;
  for (const Expression &argument : arguments)
    kind = std::max(kind, argument.arithmetic);
  bool isSingle = kind == Arithmetic::Single;
  const std::string type = isSingle ? "float" : "double", function = name + (isSingle ? "f" : "");
  std::string texts, types;
  for (const Expression &argument : arguments) {
    texts += (texts.empty() ? "" : ", ") + argument.text;
    types += (types.empty() ? "" : ", ") + type;
  }
  Expression result(Raw{}, function + "(" + texts + ")", true);
  for (const Expression &argument : arguments)
    result.uses.add(argument.uses);
  result.uses.functions[function] = type + " " + function + "(" + types + ");";
  result.arithmetic = isSingle ? Arithmetic::Single : Arithmetic::Double;
  return result;
}

Expression cast(ScalarType type, const Expression &x) { return Expression::converted(type, x); }

Expression Expression::converted(ScalarType type, const Expression &x) {
  Expression result(Raw{}, std::string("(") + typeName(type) + ")" + x.operand(), false);
  result.uses = x.uses;
  result.arithmetic = arithmeticOf(type);
  return result;
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

} // namespace acc_delin
