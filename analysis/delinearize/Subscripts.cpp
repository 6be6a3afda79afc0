#include "analysis/delinearize/Subscripts.h"

#include <algorithm>
#include <cstdlib>

namespace acc {
namespace {

using Powers = std::map<std::string, int>;

int exponentOf(const Powers &powers, const std::string &symbol) {
  auto found = powers.find(symbol);
  return found == powers.end() ? 0 : found->second;
}

/// Lexicographic order of monomials with `first` as the greatest symbol.
bool precedes(const Powers &a, const Powers &b, const std::string &first,
              const std::set<std::string> &symbols) {
  if (exponentOf(a, first) != exponentOf(b, first))
    return exponentOf(a, first) > exponentOf(b, first);
  for (const std::string &symbol : symbols)
    if (exponentOf(a, symbol) != exponentOf(b, symbol))
      return exponentOf(a, symbol) > exponentOf(b, symbol);
  return false;
}

std::optional<Powers> quotientPowers(const Powers &a, const Powers &b) {
  Powers result = a;
  for (const auto &[symbol, exponent] : b) {
    if (exponentOf(a, symbol) < exponent)
      return std::nullopt;
    result[symbol] -= exponent;
    if (result[symbol] == 0)
      result.erase(symbol);
  }
  return result;
}

int64_t floorDivide(int64_t a, int64_t b) {
  int64_t q = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}

/// The integer nearest to a/b, towards zero from the middle.
int64_t nearestQuotient(int64_t a, int64_t b) {
  int64_t q = a / b, rest = a % b;
  bool further = std::abs(rest) > std::abs(b) - std::abs(rest);
  return !further ? q : (rest < 0) == (b < 0) ? q + 1 : q - 1;
}

constexpr int kMaxSteps = 200;

enum class Rounding { TowardsZero, Nearest };

std::optional<SizeDivision> divideByLead(const Polynomial &value, const Polynomial &size,
                                         const Term &lead, Rounding rounding) {
  SizeDivision result{Polynomial(0), value};
  for (int step = 0; step < kMaxSteps; ++step) {
    Polynomial part;
    for (const Term &term : result.remainder.terms()) {
      auto powers = quotientPowers(term.powers, lead.powers);
      if (!powers)
        continue;
      int64_t coefficient = term.powers.empty() ? floorDivide(term.coefficient, lead.coefficient)
                            : rounding == Rounding::Nearest
                                ? nearestQuotient(term.coefficient, lead.coefficient)
                                : term.coefficient / lead.coefficient;
      if (coefficient == 0)
        continue;
      Term quotient;
      quotient.coefficient = coefficient;
      quotient.powers = *powers;
      part = Polynomial::fromTerm(quotient);
      break;
    }
    if (part.isZero())
      return result;
    result.quotient += part;
    result.remainder -= part * size;
  }
  return std::nullopt;
}

} // namespace

std::vector<SizeDivision> divideBySize(const Polynomial &value, const Polynomial &size) {
  std::vector<SizeDivision> results;
  std::vector<Term> terms = size.terms();
  if (terms.empty() || value.overflowed())
    return results;
  std::set<std::string> symbols = size.symbols();
  std::vector<Term> leads;
  if (symbols.empty())
    leads.push_back(terms.front());
  for (const std::string &first : symbols) {
    Term lead = *std::min_element(terms.begin(), terms.end(), [&](const Term &a, const Term &b) {
      return precedes(a.powers, b.powers, first, symbols);
    });
    bool known = std::any_of(leads.begin(), leads.end(),
                             [&](const Term &other) { return other.powers == lead.powers; });
    if (!known)
      leads.push_back(lead);
  }
  // Unit coefficients first: they lose nothing.
  std::stable_sort(leads.begin(), leads.end(), [](const Term &a, const Term &b) {
    return std::abs(a.coefficient) < std::abs(b.coefficient);
  });
  for (const Term &lead : leads) {
    for (Rounding rounding : {Rounding::TowardsZero, Rounding::Nearest}) {
      if (rounding == Rounding::Nearest && !symbols.empty())
        continue;
      auto division = divideByLead(value, size, lead, rounding);
      bool known = division && std::any_of(results.begin(), results.end(), [&](const auto &other) {
                     return other.quotient == division->quotient;
                   });
      if (division && !known)
        results.push_back(*division);
    }
  }
  return results;
}

bool hasForm(const Polynomial &value, const std::vector<std::string> &iterators,
             SubscriptForm form) {
  if (form == SubscriptForm::Affine)
    return isAffineIn(value, iterators);
  auto isIterator = [&](const std::string &name) {
    return std::find(iterators.begin(), iterators.end(), name) != iterators.end();
  };
  return !value.overflowed() && value.totalDegree(isIterator) <= 1;
}

std::vector<Polynomial> suffixProducts(const Shape &sizes) {
  std::vector<Polynomial> products(sizes.size() + 1, Polynomial(1));
  for (size_t k = sizes.size(); k-- > 0;)
    products[k] = sizes[k] * products[k + 1];
  return products;
}

} // namespace acc
