#include "rewriter/emit/KnownRests.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace acc {
namespace {

using Kind = IntExpr::Kind;

/// value % modulus == rest; modulus 0: the value is `rest`.
struct Residue {
  int64_t modulus = 1, rest = 0;
  bool isNeverNegative = false;

  Residue(int64_t modulus, int64_t value) : modulus(modulus), rest(value) {
    if (modulus > 0)
      rest = ((value % modulus) + modulus) % modulus;
  }
};

/// By loop symbol.
using Residues = std::map<std::string, Residue>;

constexpr int64_t kLimit = 1 << 20; // of coefficients and steps: products stay exact

/// What is known of a value; nothing is the residue 0 of 1.
Residue residueOf(const Polynomial &value, const Residues &known) {
  int64_t modulus = 0, rest = 0;
  for (const Term &term : value.terms()) {
    if (std::abs(term.coefficient) >= kLimit)
      return {1, 0};
    auto loop = term.degree() == 1 ? known.find(term.powers.begin()->first) : known.end();
    if (loop == known.end()) {
      if (term.powers.empty())
        rest += term.coefficient;
      else
        modulus = std::gcd(modulus, term.coefficient);
      continue;
    }
    modulus = std::gcd(modulus, term.coefficient * loop->second.modulus);
    rest += term.coefficient * loop->second.rest;
  }
  return std::abs(rest) < kLimit ? Residue(modulus, rest) : Residue(1, 0);
}

Residue joined(const Residue &a, const Residue &b) {
  return {std::gcd(std::gcd(a.modulus, b.modulus), a.rest - b.rest), a.rest};
}

/// Of the values at which a loop starts, or of a value without a loop.
Residue residueOf(const IntExpr &first, const Residues &known) {
  if (first.kind == Kind::Linear)
    return residueOf(first.polynomial, known);
  if (first.kind != Kind::Max && first.kind != Kind::Min)
    return {1, 0};
  Residue all = residueOf(first.operands[0], known);
  for (const IntExpr &operand : first.operands)
    all = joined(all, residueOf(operand, known));
  return all;
}

bool isLinear(const IntExpr &e) { return e.kind == Kind::Linear; }

IntExpr linear(Polynomial value) {
  IntExpr result;
  result.polynomial = std::move(value);
  return result;
}

/// A dividend that is not negative, without loops whose remainder is known: (n - j) % 8 is n % 8 for j = 0, 16, 32...
Polynomial withoutKnownLoops(Polynomial dividend, int64_t divisor, const Residues &known) {
  for (const auto &[loop, residue] : known) {
    auto factor = dividend.coefficient(loop, 1).constant();
    bool isKnown = residue.isNeverNegative && residue.modulus % divisor == 0 && dividend.degree(loop) == 1;
    if (isKnown && factor && *factor < 0) // the dividend grows
      dividend += Polynomial(*factor) * (Polynomial(Residue(divisor, residue.rest).rest) - Polynomial::symbol(loop));
  }
  return dividend;
}

/// Sums and products of polynomials as one, remainders that are known as numbers.
IntExpr simplified(IntExpr e, const Residues &known) {
  for (IntExpr &operand : e.operands)
    operand = simplified(std::move(operand), known);
  if ((e.kind == Kind::Mod || e.kind == Kind::Rest) && isLinear(e.operands[0])) {
    Residue residue = residueOf(e.operands[0].polynomial, known);
    if (residue.modulus % e.divisor == 0)
      return linear(Polynomial(Residue(e.divisor, residue.rest).rest));
    e.operands[0].polynomial = withoutKnownLoops(e.operands[0].polynomial, e.divisor, known);
  }
  bool isArithmetic = e.kind == Kind::Sum || e.kind == Kind::Product;
  if (isArithmetic && std::all_of(e.operands.begin(), e.operands.end(), isLinear)) {
    Polynomial value = e.operands[0].polynomial;
    for (size_t k = 1; k < e.operands.size(); ++k)
      value = e.kind == Kind::Sum ? value + e.operands[k].polynomial
                                  : value * e.operands[k].polynomial;
    return linear(value);
  }
  return e;
}

/// Whether the condition is a comparison of numbers, and its outcome.
std::optional<bool> outcome(const IntExpr &e) {
  if (e.kind != Kind::Compare || !isLinear(e.operands[0]) || !isLinear(e.operands[1]))
    return std::nullopt;
  auto difference = (e.operands[0].polynomial - e.operands[1].polynomial).constant();
  if (!difference)
    return std::nullopt;
  if (e.op == "==")
    return *difference == 0;
  int64_t above = e.op[0] == '>' ? *difference : -*difference;
  return e.op.size() == 1 ? above > 0 : above >= 0;
}

/// Without operands of And that hold; true when nothing is left.
bool dropTrue(IntExpr &condition) {
  if (condition.kind != Kind::And)
    return outcome(condition).value_or(false);
  std::vector<IntExpr> left;
  for (IntExpr &operand : condition.operands)
    if (!dropTrue(operand))
      left.push_back(std::move(operand));
  if (left.empty())
    return true;
  IntExpr only = left.front();
  condition.operands = std::move(left);
  if (condition.operands.size() == 1)
    condition = std::move(only);
  return false;
}

CodeNode inside(CodeNode node, Residues known) {
  node.first = simplified(std::move(node.first), known);
  for (IntExpr &iterator : node.iterators)
    iterator = simplified(std::move(iterator), known);
  if (node.kind == CodeNode::Kind::Loop || node.kind == CodeNode::Kind::Value) {
    Residue first = residueOf(node.first, known);
    int64_t step = node.kind == CodeNode::Kind::Loop ? node.step : 0;
    if (std::abs(step) < kLimit) {
      Residue residue(std::gcd(first.modulus, step), first.rest);
      auto start = node.first.kind == Kind::Linear ? node.first.polynomial.constant() : std::nullopt;
      residue.isNeverNegative = start && *start >= 0 && step >= 0;
      known.insert_or_assign(loopSymbol(node.depth), residue);
    }
  }
  node.condition = simplified(std::move(node.condition), known);
  if (node.kind == CodeNode::Kind::If && dropTrue(node.condition))
    return inside(std::move(node.children.front()), std::move(known));
  for (CodeNode &child : node.children)
    child = inside(std::move(child), known);
  return node;
}

} // namespace

CodeNode withKnownRests(CodeNode node) { return inside(std::move(node), {}); }

} // namespace acc
