#include "rewriter/emit/lower/PlainBounds.h"

#include <algorithm>

namespace acc {
namespace {

using ExprKind = IntExpr::Kind;

/// floor(numerator/divisor), or its negation.
struct Quotient {
  Polynomial numerator;
  int64_t divisor = 1;
  bool isNegated = false;
};

/// The expression as a quotient of an affine numerator; constants added to it are
/// taken in. None for every other form.
std::optional<Quotient> quotientOf(const IntExpr &e) {
  if (e.kind == ExprKind::FloorDiv || e.kind == ExprKind::Div) {
    if (e.operands[0].kind != ExprKind::Linear)
      return std::nullopt;
    return Quotient{e.operands[0].polynomial, e.divisor, false};
  }
  if (e.operands.size() != 2)
    return std::nullopt;
  for (int k : {0, 1}) {
    const IntExpr &linear = e.operands[k], &other = e.operands[1 - k];
    if (linear.kind != ExprKind::Linear)
      continue;
    auto quotient = quotientOf(other);
    if (!quotient)
      continue;
    if (e.kind == ExprKind::Product && linear.polynomial == Polynomial(-1)) {
      quotient->isNegated = !quotient->isNegated;
      return quotient;
    }
    if (e.kind == ExprKind::Sum) {
      Polynomial whole = Polynomial(quotient->divisor) * linear.polynomial;
      quotient->numerator += quotient->isNegated ? -whole : whole;
      return quotient;
    }
  }
  return std::nullopt;
}

/// value <= q, without a division.
IntExpr belowQuotient(const Polynomial &value, const Quotient &q) {
  Polynomial scaled = Polynomial(q.divisor) * value;
  return q.isNegated ? notAbove(q.numerator + scaled, Polynomial(q.divisor - 1))
                     : notAbove(scaled, q.numerator);
}

/// value >= q, without a division.
IntExpr aboveQuotient(const Polynomial &value, const Quotient &q) {
  Polynomial scaled = Polynomial(q.divisor) * value;
  return q.isNegated ? notAbove(-scaled, q.numerator)
                     : notAbove(q.numerator, scaled + Polynomial(q.divisor - 1));
}

/// Takes the quotients out of `bound`, a minimum or maximum (`kind`) of several;
/// nothing when no other operand is left.
std::vector<Quotient> takeQuotients(IntExpr &bound, ExprKind kind) {
  std::vector<Quotient> quotients;
  std::vector<IntExpr> others;
  if (bound.kind != kind)
    return {};
  for (const IntExpr &operand : bound.operands)
    if (auto quotient = quotientOf(operand))
      quotients.push_back(*quotient);
    else
      others.push_back(operand);
  if (quotients.empty() || others.empty())
    return {};
  if (others.size() == 1)
    bound = IntExpr(others.front());
  else
    bound.operands = others;
  return quotients;
}

/// A sum of an affine part and at most one multiple of a division.
struct SplitSum {
  Polynomial linear;
  int64_t factor = 0;
  const IntExpr *division = nullptr;
};

/// Adds factor*e to `sum`; false for another form.
bool addTo(SplitSum &sum, const IntExpr &e, int64_t factor) {
  switch (e.kind) {
  case ExprKind::Linear:
    sum.linear += Polynomial(factor) * e.polynomial;
    return true;
  case ExprKind::Sum:
    return std::all_of(e.operands.begin(), e.operands.end(),
                       [&](const IntExpr &operand) { return addTo(sum, operand, factor); });
  case ExprKind::Product:
    for (int k : {0, 1})
      if (e.operands[k].kind == ExprKind::Linear)
        if (auto constant = e.operands[k].polynomial.constant(); constant && *constant < (1 << 20))
          return addTo(sum, e.operands[1 - k], factor * *constant);
    return false;
  case ExprKind::FloorDiv:
  case ExprKind::Div:
  case ExprKind::Mod:
    if (sum.division || e.operands[0].kind != ExprKind::Linear)
      return false;
    sum.division = &e;
    sum.factor = factor;
    return true;
  default:
    return false;
  }
}

/// The affine value that `start`, the first of the loop's values not below it, was
/// rounded down from to a multiple of `step` (with the rest `rest`); none when it is
/// no such start. Then a value c of the loop is behind it iff c + step > value.
struct Rounded {
  Polynomial value;
  std::optional<int64_t> rest;
};
std::optional<Rounded> roundedStart(const IntExpr &start, int64_t step) {
  SplitSum sum;
  if (!addTo(sum, start, 1) || !sum.division || step % sum.division->divisor != 0)
    return std::nullopt;
  // 2*(t % 8) is (2*t) % 16, and 16*floor(t/8) is 16*floor((2*t)/16).
  const int64_t scale = step / sum.division->divisor;
  Polynomial inner = Polynomial(scale) * sum.division->operands[0].polynomial;
  Rounded result;
  if (sum.division->kind == ExprKind::Mod && sum.factor == -scale)
    result.value = sum.linear; // value - inner % step
  else if (sum.division->kind != ExprKind::Mod && sum.factor == step)
    result.value = sum.linear + inner; // linear + step*floor(inner/step)
  else
    return std::nullopt;
  if (auto rest = (result.value - inner).constant())
    result.rest = ((*rest % step) + step) % step;
  return result;
}

/// The conditions under which a value of a loop with step above 1 is behind its
/// start, taken out of the start.
std::vector<IntExpr> takeRoundedStarts(CodeNode &loop, const Polynomial &variable, bool fromZero) {
  std::vector<IntExpr> conditions, others;
  std::vector<IntExpr> starts =
      loop.first.kind == ExprKind::Max ? loop.first.operands : std::vector<IntExpr>{loop.first};
  bool atMultiples = true;
  for (const IntExpr &start : starts)
    if (auto rounded = roundedStart(start, loop.step)) {
      conditions.push_back(notAbove(rounded->value, variable + Polynomial(loop.step - 1)));
      atMultiples &= rounded->rest == 0;
    } else {
      others.push_back(start);
    }
  if (conditions.empty() || (others.empty() && !(fromZero && atMultiples)))
    return {};
  if (others.empty())
    loop.first = IntExpr();
  else if (others.size() == 1)
    loop.first = IntExpr(others.front());
  else
    loop.first.operands = others;
  return conditions;
}

/// The value with `symbol` standing for what `divisor` times it was; none where the value
/// depends on it otherwise than by multiples.
std::optional<Polynomial> inMultiples(const Polynomial &value, const std::string &symbol,
                                      int64_t divisor) {
  Polynomial result;
  for (Term term : value.terms()) {
    auto power = term.powers.find(symbol);
    if (power != term.powers.end()) {
      if (power->second != 1 || term.coefficient % divisor != 0)
        return std::nullopt;
      term.coefficient /= divisor;
    }
    result += Polynomial::fromTerm(term);
  }
  return result;
}

bool putInMultiples(IntExpr &e, const std::string &symbol, int64_t divisor) {
  if (auto value = inMultiples(e.polynomial, symbol, divisor))
    e.polynomial = *value;
  else
    return false;
  return std::all_of(e.operands.begin(), e.operands.end(),
                     [&](IntExpr &operand) { return putInMultiples(operand, symbol, divisor); });
}

bool putInMultiples(CodeNode &node, const std::string &symbol, int64_t divisor) {
  bool done = putInMultiples(node.first, symbol, divisor) &&
              putInMultiples(node.condition, symbol, divisor);
  for (IntExpr &iterator : node.iterators)
    done = done && putInMultiples(iterator, symbol, divisor);
  return done && std::all_of(node.children.begin(), node.children.end(), [&](CodeNode &child) {
           return putInMultiples(child, symbol, divisor);
         });
}

/// A loop with one bound, a quotient, as one in steps of its divisor, where the body needs no
/// other values; none where it does.
std::optional<CodeNode> inSteps(const CodeNode &loop, const Polynomial &variable, bool isStrict) {
  auto quotient = quotientOf(loop.condition.operands[1]);
  if (loop.step != 1 || !quotient || quotient->isNegated || loop.first.kind != ExprKind::Linear)
    return std::nullopt;
  CodeNode result = loop;
  for (CodeNode &child : result.children)
    if (!putInMultiples(child, loopSymbol(loop.depth), quotient->divisor))
      return std::nullopt;
  result.step = quotient->divisor;
  result.first.polynomial = Polynomial(quotient->divisor) * loop.first.polynomial;
  result.condition =
      notAbove(variable, quotient->numerator - Polynomial(isStrict ? quotient->divisor : 0));
  return result;
}

CodeNode plain(CodeNode node, const std::vector<bool> &fromZero) {
  for (CodeNode &child : node.children)
    child = plain(std::move(child), fromZero);
  if (node.kind != CodeNode::Kind::Loop || node.condition.kind != ExprKind::Compare ||
      node.condition.operands[0].kind != ExprKind::Linear)
    return node;
  Polynomial variable = Polynomial::symbol(loopSymbol(node.depth));
  bool isStrict = node.condition.op == Op::Less;
  if (!(node.condition.operands[0].polynomial == variable) ||
      (!isStrict && node.condition.op != Op::LessEqual))
    return node;
  if (auto steps = inSteps(node, variable, isStrict))
    return *steps;
  std::vector<IntExpr> conditions;
  for (const Quotient &q : takeQuotients(node.condition.operands[1], ExprKind::Min))
    conditions.push_back(belowQuotient(isStrict ? variable + Polynomial(1) : variable, q));
  if (node.step == 1)
    for (const Quotient &q : takeQuotients(node.first, ExprKind::Max))
      conditions.push_back(aboveQuotient(variable, q));
  else
    for (const IntExpr &condition : takeRoundedStarts(node, variable, fromZero.at(node.depth)))
      conditions.push_back(condition);
  if (conditions.empty())
    return node;
  CodeNode guard;
  guard.kind = CodeNode::Kind::If;
  guard.condition = conditions.front();
  if (conditions.size() > 1) {
    guard.condition = IntExpr();
    guard.condition.kind = ExprKind::And;
    guard.condition.operands = conditions;
  }
  guard.children = std::move(node.children);
  node.children = {guard};
  return node;
}

} // namespace

CodeNode withPlainBounds(CodeNode code, const Lowering &nest) {
  return plain(std::move(code), nest.neverNegative);
}

} // namespace acc
