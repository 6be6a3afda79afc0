#include "rewriter/validate/Monomials.h"

namespace acc {

Polynomial polynomialOf(const Monomial &monomial) { return Polynomial::fromTerm({1, monomial}); }

int degreeOf(const Monomial &monomial) { return Term{1, monomial}.degree(); }

Monomial quotient(Monomial whole, const Monomial &factor) {
  for (const auto &[name, exponent] : factor)
    if ((whole[name] -= exponent) == 0)
      whole.erase(name);
  return whole;
}

std::vector<Monomial> properFactors(const Monomial &monomial) {
  std::vector<Monomial> factors{{}};
  for (const auto &[name, exponent] : monomial)
    for (size_t k = 0, count = factors.size(); k < count; ++k)
      for (int power = 1; power <= exponent; ++power) {
        factors.push_back(factors[k]);
        factors.back()[name] = power;
      }
  std::erase_if(factors, [&](const Monomial &one) { return one.empty() || one == monomial; });
  return factors;
}

Monomial without(Monomial monomial, const std::string &symbol) {
  if (--monomial[symbol] == 0)
    monomial.erase(symbol);
  return monomial;
}

} // namespace acc
