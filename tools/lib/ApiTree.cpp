#include "tools/lib/ApiTree.h"

#include "analysis/tree/TreeUtil.h"
#include "tools/lib/ApiState.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace acc_delin::detail {
namespace {

using acc::CType;
using acc::Expr;
using acc::ExprRef;
using acc::StmtRef;

std::shared_ptr<Expr> node(Expr::Kind kind, const CType &type, const std::string &text,
                           std::vector<ExprRef> operands = {}) {
  auto made = std::make_shared<Expr>();
  made->kind = kind;
  made->type = type;
  made->type.isConst = false;
  made->text = text;
  made->operands = std::move(operands);
  return made;
}

ExprRef negated(const ExprRef &value) { return node(Expr::Kind::Unary, value->type, "-", {value}); }

/// The number without its sign.
ExprRef magnitude(uint64_t value) {
  auto made = node(Expr::Kind::Integer, value > INT32_MAX ? indexType() : acc::truthType(),
                   std::to_string(value));
  made->value = static_cast<int64_t>(value);
  return made;
}

uint64_t magnitudeOf(int64_t value) {
  return value < 0 ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
}

/// [C11 6.3.1.1p2]
CType promoted(const CType &type) {
  return type.isInteger() && type.bits() < 32 ? acc::truthType() : type;
}

/// The usual arithmetic conversions. [C11 6.3.1.8]
CType commonType(const ExprRef &left, const ExprRef &right) {
  const CType a = promoted(left->type), b = promoted(right->type);
  const bool isFloatA = a.kind == CType::Kind::Floating, isFloatB = b.kind == CType::Kind::Floating;
  if (isFloatA != isFloatB)
    return isFloatA ? a : b;
  if (a.size != b.size)
    return a.size > b.size ? a : b;
  return a.isSigned ? b : a;
}

ExprRef floatingLiteral(double magnitude, int digits, const char *suffix, const CType &type) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.*g", digits, magnitude);
  std::string text = buffer;
  bool isInteger = text.find_first_not_of("0123456789") == std::string::npos;
  return node(Expr::Kind::Literal, type, text + (isInteger ? ".0" : "") + suffix);
}

acc::CallEffect effectOf(const std::string &function) {
  static const std::map<std::string, acc::CallEffect> kEffects = {
#define MATH_CALL(Name, Effect)                                                                    \
  {#Name, acc::CallEffect::Effect}, {#Name "f", acc::CallEffect::Effect},
#define INTEGER_CALL(Name)
#include "analysis/frontend/MathCalls.def"
#undef MATH_CALL
#undef INTEGER_CALL
  };
  return kEffects.at(function);
}

ExprRef termOf(const acc::Term &term) {
  ExprRef product;
  const uint64_t factor = magnitudeOf(term.coefficient);
  if (factor != 1 || term.powers.empty())
    product = magnitude(factor);
  for (const auto &[name, exponent] : term.powers)
    for (int k = 0; k < exponent; ++k) {
      ExprRef symbol = variable(name, indexType());
      product = product ? arithmetic("*", product, symbol) : symbol;
    }
  return product;
}

} // namespace

CType typeOf(ScalarType type) {
  static constexpr unsigned kSizes[] = {1, 2, 4, 8, 1, 2, 4, 8, 1, 2, 4, 8};
  CType result;
  const auto number = static_cast<size_t>(type);
  result.kind = type >= ScalarType::float16   ? CType::Kind::Floating
                : type == ScalarType::boolean ? CType::Kind::Boolean
                                              : CType::Kind::Integer;
  result.size = kSizes[number];
  result.isSigned = type < ScalarType::uint8 || type >= ScalarType::float16;
  result.spelling = typeName(type);
  return result;
}

ExprRef converted(const ExprRef &value, const CType &type) {
  if (value->type.spelling == type.spelling)
    return value;
  auto made = node(Expr::Kind::Cast, type, "", {value});
  made->isImplicit = true;
  return made;
}

CType indexType() { return typeOf(ScalarType::int64); }

ExprRef variable(const std::string &name, const CType &type) {
  auto made = node(Expr::Kind::Symbol, type, name);
  made->type.isConst = type.isConst;
  return made;
}

ExprRef integer(int64_t value) {
  ExprRef number = magnitude(magnitudeOf(value));
  return value < 0 ? negated(number) : number;
}

ExprRef floating(double value) {
  ExprRef number = floatingLiteral(std::fabs(value), 17, "", typeOf(ScalarType::float64));
  return std::signbit(value) ? negated(number) : number;
}

ExprRef floating(float value) {
  ExprRef number =
      floatingLiteral(static_cast<double>(std::fabs(value)), 9, "f", typeOf(ScalarType::float32));
  return std::signbit(value) ? negated(number) : number;
}

ExprRef sumOf(const acc::Polynomial &value) {
  if (int64_t scale = value.denominator(); scale > 1)
    return arithmetic("/", sumOf(value * acc::Polynomial(scale)), integer(scale));
  std::vector<acc::Term> terms = value.terms();
  // "m - 1", not "-1 + m".
  auto positive = std::find_if(terms.begin(), terms.end(),
                               [](const acc::Term &term) { return term.coefficient > 0; });
  if (positive != terms.end())
    std::rotate(terms.begin(), positive, positive + 1);
  ExprRef sum;
  for (const acc::Term &term : terms) {
    const bool isNegative = term.coefficient < 0;
    ExprRef part = termOf(term);
    sum = sum ? arithmetic(isNegative ? "-" : "+", sum, part) : isNegative ? negated(part) : part;
  }
  return sum ? sum : integer(0);
}

ExprRef arithmetic(const char *op, const ExprRef &a, const ExprRef &b) {
  const acc::Op known = acc::opNamed(op);
  if (isLogical(known) || isShift(known)) { // each operand by itself [C11 6.5.7p3, 6.5.13]
    const CType left = promoted(a->type), right = promoted(b->type);
    return node(Expr::Kind::Binary, isLogical(known) ? acc::truthType() : left, op,
                {converted(a, left), converted(b, right)});
  }
  const CType type = commonType(a, b);
  return node(Expr::Kind::Binary, isComparison(known) ? acc::truthType() : type, op,
              {converted(a, type), converted(b, type)});
}

ExprRef unary(const char *op, const ExprRef &x) {
  if (*op == '!')
    return node(Expr::Kind::Unary, acc::truthType(), op, {x});
  const CType type = promoted(x->type);
  return node(Expr::Kind::Unary, type, op, {converted(x, type)});
}

ExprRef choice(const ExprRef &condition, const ExprRef &yes, const ExprRef &no) {
  const CType type = commonType(yes, no);
  return node(Expr::Kind::Conditional, type, "",
              {condition, converted(yes, type), converted(no, type)});
}

ExprRef castTo(const CType &type, const ExprRef &value) {
  if (type.isInteger() && value->type.spelling == type.spelling)
    return value;
  return node(Expr::Kind::Cast, type, "", {value});
}

ExprRef call(const std::string &function, const CType &type,
             const std::vector<ExprRef> &arguments) {
  std::vector<ExprRef> operands;
  for (const ExprRef &argument : arguments)
    operands.push_back(converted(argument, type));
  auto made = node(Expr::Kind::Call, type, function, std::move(operands));
  made->effect = effectOf(function);
  return made;
}

ExprRef element(const ExprRef &base, const CType &type, const ExprRef &index) {
  auto made = node(Expr::Kind::Access, type, "", {base, index});
  made->type.isConst = type.isConst;
  return made;
}

StmtRef assignment(const ExprRef &target, const char *op, const ExprRef &value) {
  auto made = std::make_shared<acc::Stmt>();
  made->kind = acc::Stmt::Kind::Assign;
  made->target = target;
  made->text = op;
  made->value =
      converted(value, made->op() == acc::Op::Equal ? target->type : commonType(target, value));
  return made;
}

StmtRef loop(const std::string &name, const acc::Polynomial &first, const acc::Polynomial &end,
             int64_t step, std::vector<StmtRef> body) {
  const ExprRef counter = variable(name, indexType());
  auto made = std::make_shared<acc::Stmt>();
  made->kind = acc::Stmt::Kind::For;
  made->init = assignment(counter, "=", sumOf(first));
  made->condition = arithmetic("<", counter, sumOf(end));
  auto next = std::make_shared<acc::Stmt>(*assignment(counter, "+=", integer(step)));
  if (step == 1)
    next->value = integer(1); // i++
  made->step = next;
  made->children = {acc::makeBlock(std::move(body), {})};
  return made;
}

} // namespace acc_delin::detail
