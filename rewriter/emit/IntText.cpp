#include "rewriter/emit/IntText.h"

#include "analysis/support/InOrder.h"
#include "rewriter/emit/Parameters.h"

#include <algorithm>
#include <utility>

namespace acc {
namespace {

IntExpr plusOne(IntExpr expr) {
  if (expr.kind == IntExpr::Kind::Min || expr.kind == IntExpr::Kind::Max) {
    for (IntExpr &operand : expr.operands)
      operand = plusOne(operand);
    return expr;
  }
  IntExpr one;
  one.polynomial = Polynomial(1);
  if (expr.kind == IntExpr::Kind::Linear) {
    expr.polynomial += one.polynomial;
    return expr;
  }
  IntExpr sum;
  sum.kind = IntExpr::Kind::Sum;
  sum.operands = {std::move(expr), one};
  return sum;
}

} // namespace

IntText::IntText(const Scop &scop, std::vector<std::string> variables, const WideType &wide,
                 Names &names, BlockText &block, FunctionParameters *parameters)
    : scop(scop), wide(wide), names(names), block(block), parameters(parameters),
      derived(derivedValues(scop)), variables(std::move(variables)) {}

std::string IntText::variable(unsigned depth) {
  if (auto other = counters.find(depth); other != counters.end())
    depth = other->second;
  usedVariables.insert(depth);
  return variables[depth];
}

std::string IntText::freshVariable(const std::string &base) {
  furtherVariables.push_back(names.fresh(base));
  return furtherVariables.back();
}

std::string IntText::symbolText(const std::string &symbol) {
  if (symbol[0] == '%')
    return variable(std::stoi(symbol.substr(1)));
  if (symbol[0] == '#')
    return symbol.substr(1);
  for (const auto &[name, alias] : aliases)
    if (name == symbol)
      return alias;
  const Parameter *parameter = scop.parameter(symbol);
  assert(parameter && "a symbol that is no parameter");
  bool isPlain = parameter->type.spelling == wide.name && !readsCarefully(scop, *parameter) &&
                 parameter->symbol >= 0 &&
                 scop.nest.symbol(parameter->symbol).kind != Symbol::Kind::Path;
  std::string alias;
  // The guard has seen that it fits; compilers are told that it is meant.
  bool changesSign =
      parameter->type.isInteger() && !parameter->type.isSigned && parameter->type.bits() >= 64;
  std::string argument =
      (changesSign ? "(" + wide.name + ")" : "") + parameterText(scop, *parameter);
  if (parameters)
    alias = isPlain ? parameters->value(parameter->symbol)
                    : parameters->add(parameters->stemOf(symbol), wide.name, argument,
                                      parameter->symbol);
  else
    alias = isPlain ? parameterText(scop, *parameter) : names.fresh(symbol);
  aliases.emplace_back(symbol, alias);
  return alias;
}

PolynomialText IntText::text(const Polynomial &value) {
  return polynomialText(
      value.substitute(values).substitute(derived),
      [&](const std::string &symbol) { return symbolText(symbol); },
      [](const std::string &symbol) { return symbol[0] == '%' || symbol[0] == '#'; });
}

Polynomial IntText::constant(const std::string &text, const std::vector<Polynomial> &operands,
                             const std::string &hint) {
  for (const Constant &known : constants)
    if (known.text == text)
      return Polynomial::symbol("#" + known.name);
  size_t level = 0;
  for (const Polynomial &operand : operands)
    for (const std::string &symbol : operand.symbols())
      level = std::max(level, levelOf(symbol));
  std::string name = names.fresh(hint);
  constants.push_back({text, name, level});
  block.declareAt(level, "const " + wide.name + " " + name + " = " + text + ";");
  return Polynomial::symbol("#" + name);
}

size_t IntText::levelOf(const std::string &symbol) const {
  if (auto loop = levels.find(symbol); loop != levels.end())
    return loop->second;
  for (const Constant &known : constants)
    if (symbol == "#" + known.name)
      return known.level;
  return symbol[0] == '%' || symbol[0] == '#' ? block.level() : 0;
}

void IntText::release() {
  std::erase_if(constants, [&](const Constant &constant) {
    bool ends = constant.level >= block.level();
    if (ends)
      names.release(constant.name);
    return ends;
  });
}

Polynomial IntText::iteratorValue(const IntExpr &expr, const std::string &hint) {
  Polynomial all = value(expr, hint), invariant;
  bool hasConstant = false;
  for (const Term &term : all.terms()) {
    bool moves = false;
    for (const auto &[symbol, exponent] : term.powers) {
      moves |= symbol[0] == '%';
      hasConstant |= symbol[0] == '#';
    }
    if (!moves)
      invariant += Polynomial::fromTerm(term);
  }
  if (!hasConstant || invariant.terms().size() < 2)
    return all;
  return all - invariant + constant(text(invariant).text, {invariant}, hint + "_first");
}

Polynomial IntText::value(const IntExpr &expr, const std::string &hint) {
  using Kind = IntExpr::Kind;
  switch (expr.kind) {
  case Kind::Linear:
    return expr.polynomial.substitute(values).substitute(derived);
  case Kind::Sum:
  case Kind::Product: {
    const Polynomial a = value(expr.operands[0], hint), b = value(expr.operands[1], hint);
    return expr.kind == Kind::Sum ? a + b : a * b;
  }
  case Kind::Min:
  case Kind::Max: {
    Polynomial result = value(expr.operands[0], hint);
    for (size_t k = 1; k < expr.operands.size(); ++k) {
      Polynomial next = value(expr.operands[k], hint);
      if ((next - result).constant()) {
        bool takeNext = (*(next - result).constant() < 0) == (expr.kind == Kind::Min);
        result = takeNext ? next : result;
        continue;
      }
      std::string a = text(result).text, b = text(next).text;
      result = constant((expr.kind == Kind::Min ? "ACC_MIN(" : "ACC_MAX(") + a + ", " + b + ")",
                        {result, next}, hint);
    }
    return result;
  }
  case Kind::FloorDiv: {
    Polynomial dividend = value(expr.operands[0], hint);
    std::string d = std::to_string(expr.divisor);
    std::string a = text(dividend).at(TextLevel::Primary);
    std::string below = text(Polynomial(expr.divisor - 1) - dividend).at(TextLevel::Primary);
    return constant(a + " >= 0 ? " + a + " / " + d + " : -(" + below + " / " + d + ")", {dividend},
                    hint);
  }
  case Kind::Div:
  case Kind::Mod:
  case Kind::Rest: {
    Polynomial dividend = value(expr.operands[0], hint);
    std::string a = text(dividend).at(TextLevel::Primary);
    return constant(a + (expr.kind == Kind::Div ? " / " : " % ") + std::to_string(expr.divisor),
                    {dividend}, expr.kind == Kind::Div ? "quotient" : "rest");
  }
  case Kind::Choose: {
    std::string when = condition(expr.operands[0]);
    std::string a = text(value(expr.operands[1], hint)).text;
    std::string b = text(value(expr.operands[2], hint)).text;
    // The condition may use loop variables: no invariant is claimed.
    return constant(when + " ? " + a + " : " + b, {Polynomial::symbol("%")}, hint);
  }
  default:
    return constant(condition(expr), {Polynomial::symbol("%")}, hint);
  }
}

std::string IntText::condition(const IntExpr &expr) {
  using Kind = IntExpr::Kind;
  if (expr.kind == Kind::And || expr.kind == Kind::Or) {
    std::string text;
    for (const IntExpr &operand : expr.operands) {
      bool nested = operand.kind == Kind::And || operand.kind == Kind::Or;
      std::string part = condition(operand);
      text += (text.empty()             ? ""
               : expr.kind == Kind::And ? " && "
                                        : " || ") +
              (nested ? "(" + part + ")" : part);
    }
    return text;
  }
  if (expr.kind == Kind::Compare)
    return inOrder({text(value(expr.operands[0], "bound")).text, " ", opText(expr.op), " ",
                    text(value(expr.operands[1], "bound")).text});
  return text(value(expr, "bound")).at(TextLevel::Primary) + " != 0";
}

std::string IntText::firstText(const IntExpr &first, const std::string &hint) {
  auto rounded = asRoundedDown(first);
  if (!rounded)
    return text(value(first, hint)).text;
  return inOrder({text(rounded->value).text, " - ", text(rounded->dividend).at(TextLevel::Primary),
                  " % ", std::to_string(rounded->divisor)});
}

std::string IntText::loopHead(const CodeNode &loop) {
  values.erase(loopSymbol(loop.depth));
  std::string v = variable(loop.depth);
  std::string first = firstText(loop.first, v + "_first");
  std::string condition;
  const IntExpr &c = loop.condition;
  bool isUpper = c.kind == IntExpr::Kind::Compare && (c.op == Op::LessEqual || c.op == Op::Less) &&
                 c.operands[0].kind == IntExpr::Kind::Linear &&
                 c.operands[0].polynomial == Polynomial::symbol(loopSymbol(loop.depth));
  if (isUpper) {
    IntExpr end = c.op == Op::LessEqual ? plusOne(c.operands[1]) : c.operands[1];
    condition = v + " < " + text(value(end, v + "_end")).text;
  } else {
    condition = this->condition(c);
  }
  std::string step = loop.step == 1 ? v + "++" : v + " += " + std::to_string(loop.step);
  return "for (" + v + " = " + first + "; " + condition + "; " + step + ")";
}

std::vector<std::string> IntText::namesOf(const std::set<unsigned> &depths,
                                          const std::vector<std::string> &further) const {
  std::vector<std::string> all;
  for (unsigned depth : depths)
    if (std::find(all.begin(), all.end(), variables[depth]) == all.end())
      all.push_back(variables[depth]);
  all.insert(all.end(), further.begin(), further.end());
  return all;
}

IntText::Outside IntText::startFunction(unsigned depth) {
  return {depth, std::exchange(usedVariables, {}), std::exchange(furtherVariables, {})};
}

IntText::Inside IntText::endFunction(Outside outside) {
  std::set<unsigned> own, around;
  for (unsigned depth : usedVariables)
    (depth > outside.depth ? own : around).insert(depth);
  Inside inside{namesOf(own, furtherVariables), namesOf(around, {})};
  for (const Constant &one : constants)
    if (one.level < block.level())
      inside.around.push_back(one.name);
  usedVariables = std::move(outside.variables);
  usedVariables.merge(around);
  furtherVariables = std::move(outside.further);
  return inside;
}

std::vector<std::string> IntText::declarations() const {
  std::vector<std::string> lines;
  std::string all;
  for (const auto &[parameter, alias] : aliases) {
    if (parameters)
      break;
    std::string source = parameterText(scop, *scop.parameter(parameter));
    if (alias != source)
      all += (all.empty() ? "" : ", ") + alias + " = " + source;
  }
  if (!all.empty())
    lines.push_back("const " + wide.name + " " + all + ";");
  all.clear();
  for (const std::string &name : namesOf(usedVariables, furtherVariables))
    all += (all.empty() ? "" : ", ") + name;
  if (!all.empty())
    lines.push_back(wide.name + " " + all + ";");
  return lines;
}

} // namespace acc
