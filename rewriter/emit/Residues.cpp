#include "rewriter/emit/Residues.h"

#include <cstdlib>
#include <numeric>

namespace acc {
namespace {

using Kind = IntExpr::Kind;

constexpr int64_t kLargestFactor = 1 << 20; // of coefficients and steps: products stay exact

Residue joined(const Residue &a, const Residue &b) {
  return {std::gcd(std::gcd(a.modulus, b.modulus), a.rest - b.rest), a.rest};
}

/// The residue of the values at which a loop starts, or of a value without a loop.
Residue residueOfFirst(const IntExpr &first, const Residues &known) {
  if (first.kind == Kind::Linear)
    return residueOf(first.polynomial, known);
  if (first.kind != Kind::Max && first.kind != Kind::Min)
    return {1, 0};
  Residue all = residueOfFirst(first.operands[0], known);
  for (const IntExpr &operand : first.operands)
    all = joined(all, residueOfFirst(operand, known));
  return all;
}

} // namespace

Residue::Residue(int64_t modulus, int64_t value) : modulus(modulus), rest(value) {
  if (modulus > 0)
    rest = ((value % modulus) + modulus) % modulus;
}

Residue residueOf(const Polynomial &value, const Residues &known) {
  int64_t modulus = 0, rest = 0;
  for (const Term &term : value.terms()) {
    if (std::abs(term.coefficient) >= kLargestFactor)
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
  return std::abs(rest) < kLargestFactor ? Residue(modulus, rest) : Residue(1, 0);
}

Residue residueOfLoop(const CodeNode &loop, const Residues &known) {
  const int64_t step = loop.kind == CodeNode::Kind::Loop ? loop.step : 0;
  if (std::abs(step) >= kLargestFactor)
    return {1, 0};
  Residue first = residueOfFirst(loop.first, known);
  Residue residue(std::gcd(first.modulus, step), first.rest);
  auto start = loop.first.kind == Kind::Linear ? loop.first.polynomial.constant() : std::nullopt;
  residue.isNeverNegative = start && *start >= 0 && step >= 0;
  return residue;
}

} // namespace acc
