#include "rewriter/emit/lower/KnownRests.h"

#include "rewriter/emit/Residues.h"

#include <algorithm>

namespace acc {
namespace {

using ExprKind = IntExpr::Kind;

bool isLinear(const IntExpr &e) { return e.kind == ExprKind::Linear; }

/// A dividend that is not negative, without loops whose remainder is known: (n - j) % 8 is n % 8
/// for j = 0, 16, 32...
Polynomial withoutKnownLoops(Polynomial dividend, int64_t divisor, const Residues &known) {
  for (const auto &[loop, residue] : known) {
    auto factor = dividend.coefficient(loop, 1).constant();
    bool isKnown =
        residue.isNeverNegative && residue.modulus % divisor == 0 && dividend.degree(loop) == 1;
    if (isKnown && factor && *factor < 0) // the dividend grows
      dividend += Polynomial(*factor) *
                  (Polynomial(Residue(divisor, residue.rest).rest) - Polynomial::symbol(loop));
  }
  return dividend;
}

/// Sums and products of polynomials as one, remainders that are known as numbers.
IntExpr simplified(IntExpr e, const Residues &known) {
  for (IntExpr &operand : e.operands)
    operand = simplified(std::move(operand), known);
  if ((e.kind == ExprKind::Mod || e.kind == ExprKind::Rest) && isLinear(e.operands[0])) {
    Residue residue = residueOf(e.operands[0].polynomial, known);
    if (residue.modulus % e.divisor == 0)
      return linear(Polynomial(Residue(e.divisor, residue.rest).rest));
    e.operands[0].polynomial = withoutKnownLoops(e.operands[0].polynomial, e.divisor, known);
  }
  bool isArithmetic = e.kind == ExprKind::Sum || e.kind == ExprKind::Product;
  if (isArithmetic && std::all_of(e.operands.begin(), e.operands.end(), isLinear)) {
    Polynomial value = e.operands[0].polynomial;
    for (size_t k = 1; k < e.operands.size(); ++k)
      value = e.kind == ExprKind::Sum ? value + e.operands[k].polynomial
                                      : value * e.operands[k].polynomial;
    return linear(value);
  }
  return e;
}

/// Whether the condition is a comparison of numbers, and its outcome.
std::optional<bool> outcome(const IntExpr &e) {
  if (e.kind != ExprKind::Compare || !isLinear(e.operands[0]) || !isLinear(e.operands[1]))
    return std::nullopt;
  auto difference = (e.operands[0].polynomial - e.operands[1].polynomial).constant();
  if (!difference)
    return std::nullopt;
  if (e.op == Op::EqualEqual)
    return *difference == 0;
  int64_t above = isGreater(e.op) ? *difference : -*difference;
  return isStrict(e.op) ? above > 0 : above >= 0;
}

/// Without operands of And that hold; true when nothing is left.
bool dropTrue(IntExpr &condition) {
  if (condition.kind != ExprKind::And)
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
  if (node.kind == CodeNode::Kind::Loop || node.kind == CodeNode::Kind::Value)
    known.insert_or_assign(loopSymbol(node.depth), residueOfLoop(node, known));
  node.condition = simplified(std::move(node.condition), known);
  if (node.kind == CodeNode::Kind::If && dropTrue(node.condition))
    return inside(std::move(node.children.front()), std::move(known));
  for (CodeNode &child : node.children)
    child = inside(std::move(child), known);
  return node;
}

} // namespace

bool restIsWithoutLoops(const Polynomial &dividend, int64_t divisor, const Residues &known) {
  if (residueOf(dividend, known).modulus % divisor == 0)
    return true;
  const Polynomial left = withoutKnownLoops(dividend, divisor, known);
  return std::none_of(known.begin(), known.end(),
                      [&](const auto &loop) { return left.contains(loop.first); });
}

CodeNode withKnownRests(CodeNode code, const Lowering &) { return inside(std::move(code), {}); }

} // namespace acc
