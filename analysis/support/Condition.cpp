#include "analysis/support/Condition.h"

#include "analysis/support/Alternatives.h"
#include "analysis/support/Append.h"

#include <algorithm>
#include <tuple>

namespace acc {
namespace {

/// "a <= b" for b - a >= 0, with each term on the side where it is positive and
/// a strict comparison where that removes the constant; "a == b" and "a != b" so, too.
std::string comparisonText(const Polynomial &value, const std::string &relation) {
  Polynomial left, right; // left <= right
  for (const Term &term : value.terms()) {
    Term positive = term;
    positive.coefficient = term.coefficient < 0 ? -term.coefficient : term.coefficient;
    (term.coefficient < 0 ? left : right) += Polynomial::fromTerm(positive);
  }
  if (relation != "<=")
    return (left.constant() ? right : left).str() + " " + relation + " " +
           (left.constant() ? left : right).str();
  Term unit;
  Polynomial one(1);
  auto constantOf = [](const Polynomial &p) {
    for (const Term &term : p.terms())
      if (term.powers.empty())
        return term.coefficient;
    return int64_t(0);
  };
  if (constantOf(left) == 1)
    return left == one ? right.str() + " > 0" : (left - one).str() + " < " + right.str();
  if (left.isZero())
    return right.str() + " >= 0";
  return left.str() + " <= " + right.str();
}

/// value and d*value have the same sign for d > 0.
Polynomial withoutDenominator(const Polynomial &value) {
  int64_t scale = value.denominator();
  return scale > 1 ? value * Polynomial(scale) : value;
}

/// a + b where this is a number.
std::optional<int64_t> constantSum(const Polynomial &a, const Polynomial &b) {
  size_t ofA = a.terms().size(), ofB = b.terms().size();
  if (std::max(ofA, ofB) > std::min(ofA, ofB) + 1) // but for a constant the terms are the same
    return std::nullopt;
  Polynomial sum = a + b;
  return sum.overflowed() ? std::nullopt : sum.constant();
}

/// Two of the parts are v >= 0 and c - v >= 0 with a number c that is wanted.
bool somePairSums(const std::vector<Condition> &parts, bool (*isWanted)(int64_t)) {
  for (size_t a = 0; a < parts.size(); ++a)
    for (size_t b = a + 1; b < parts.size(); ++b)
      if (parts[a].kind() == Condition::Kind::NonNegative &&
          parts[b].kind() == Condition::Kind::NonNegative)
        if (auto sum = constantSum(parts[a].value(), parts[b].value()); sum && isWanted(*sum))
          return true;
  return false;
}

} // namespace

Condition Condition::nonNegative(Polynomial value) {
  value = withoutDenominator(value);
  if (auto constant = value.constant())
    return *constant >= 0 ? always() : never();
  Condition result(Kind::NonNegative);
  result.polynomial = std::move(value);
  return result;
}

Condition Condition::zero(Polynomial value) {
  value = withoutDenominator(value);
  if (auto constant = value.constant())
    return *constant == 0 ? always() : never();
  std::vector<Term> all = value.terms();
  Condition result(Kind::Zero);
  result.polynomial = !all.empty() && all.front().coefficient < 0 ? -value : value;
  return result;
}

Condition Condition::conjunction(std::vector<Condition> operands) {
  Condition result(Kind::And);
  for (Condition &operand : operands) {
    if (operand.isFalse())
      return never();
    for (Condition &part : operand.conjuncts())
      if (std::find(result.parts.begin(), result.parts.end(), part) == result.parts.end())
        result.parts.push_back(std::move(part));
  }
  // v >= 0 && -v >= 0 is v == 0.
  for (size_t a = 0; a < result.parts.size(); ++a) {
    if (result.parts[a].k != Kind::NonNegative)
      continue;
    Condition opposite(Kind::NonNegative);
    opposite.polynomial = -result.parts[a].polynomial;
    auto found = std::find(result.parts.begin() + a + 1, result.parts.end(), opposite);
    if (found == result.parts.end())
      continue;
    result.parts.erase(found);
    result.parts[a] = zero(result.parts[a].polynomial);
  }
  // v >= 0 && c - v >= 0 with a negative c is never.
  if (somePairSums(result.parts, [](int64_t sum) { return sum < 0; }))
    return never();
  if (result.parts.empty())
    return always();
  return result.parts.size() == 1 ? result.parts.front() : result;
}

Condition Condition::disjunction(std::vector<Condition> operands) {
  Condition result(Kind::Or);
  for (Condition &operand : operands) {
    if (operand.isTrue())
      return always();
    if (operand.isFalse())
      continue;
    std::vector<Condition> nested =
        operand.k == Kind::Or ? operand.parts : std::vector<Condition>{operand};
    for (Condition &part : nested)
      if (std::find(result.parts.begin(), result.parts.end(), part) == result.parts.end())
        result.parts.push_back(std::move(part));
  }
  // v >= 0 || c - v >= 0 with c >= -1 is always, of integers.
  if (somePairSums(result.parts, [](int64_t sum) { return sum >= -1; }))
    return always();
  if (result.parts.empty())
    return never();
  return result.parts.size() == 1 ? result.parts.front() : result;
}

Condition Condition::negated() const {
  std::vector<Condition> inverse;
  for (const Condition &part : parts)
    inverse.push_back(part.negated());
  switch (k) {
  case Kind::True:
    return never();
  case Kind::False:
    return always();
  case Kind::NonNegative:
    return nonNegative(-polynomial - Polynomial(1));
  case Kind::Zero:
    return disjunction(
        {nonNegative(polynomial - Polynomial(1)), nonNegative(-polynomial - Polynomial(1))});
  case Kind::And:
    return disjunction(std::move(inverse));
  case Kind::Or:
    return conjunction(std::move(inverse));
  }
  return never();
}

std::vector<Condition> Condition::conjuncts() const {
  if (k == Kind::True)
    return {};
  return k == Kind::And ? parts : std::vector<Condition>{*this};
}

std::vector<Polynomial> Condition::values() const {
  if (k == Kind::NonNegative || k == Kind::Zero)
    return {polynomial};
  std::vector<Polynomial> result;
  for (const Condition &part : parts)
    append(result, part.values());
  return result;
}

std::set<std::string> Condition::symbols() const {
  std::set<std::string> names = polynomial.symbols();
  for (const Condition &part : parts)
    names.merge(part.symbols());
  return names;
}

bool Condition::overflowed() const {
  return polynomial.overflowed() ||
         std::any_of(parts.begin(), parts.end(), [](const Condition &c) { return c.overflowed(); });
}

Condition Condition::substitute(const std::map<std::string, Polynomial> &values) const {
  std::vector<Condition> replaced;
  for (const Condition &part : parts)
    replaced.push_back(part.substitute(values));
  switch (k) {
  case Kind::NonNegative:
    return nonNegative(polynomial.substitute(values));
  case Kind::Zero:
    return zero(polynomial.substitute(values));
  case Kind::And:
    return conjunction(std::move(replaced));
  case Kind::Or:
    return disjunction(std::move(replaced));
  default:
    return *this;
  }
}

std::optional<bool> Condition::evaluate(const std::map<std::string, int64_t> &point) const {
  switch (k) {
  case Kind::True:
    return true;
  case Kind::False:
    return false;
  case Kind::NonNegative:
  case Kind::Zero: {
    auto number = polynomial.evaluate(point);
    if (!number)
      return std::nullopt;
    return k == Kind::Zero ? *number == 0 : *number >= 0;
  }
  case Kind::And:
  case Kind::Or:
    for (const Condition &part : parts) {
      auto holds = part.evaluate(point);
      if (!holds || *holds == (k == Kind::Or))
        return holds;
    }
    return k == Kind::And;
  }
  return std::nullopt;
}

std::string Condition::str() const {
  switch (k) {
  case Kind::True:
    return "1";
  case Kind::False:
    return "0";
  case Kind::NonNegative:
  case Kind::Zero:
    return comparisonText(polynomial, k == Kind::Zero ? "==" : "<=");
  case Kind::And: {
    std::string text;
    for (const Condition &part : parts)
      text += (text.empty() ? "" : " && ") + (part.k == Kind::Or && alternativesOf(part).size() > 1
                                                  ? "(" + part.str() + ")"
                                                  : part.str());
    return text;
  }
  case Kind::Or: {
    std::string text;
    for (const Alternative &part : alternativesOf(*this))
      text += (text.empty() ? "" : " || ") +
              (part.isDenied                        ? comparisonText(part.condition.value(), "!=")
               : part.condition.kind() == Kind::And ? "(" + part.condition.str() + ")"
                                                    : part.condition.str());
    return text;
  }
  }
  return "0";
}

bool operator==(const Condition &a, const Condition &b) {
  return a.k == b.k && a.parts == b.parts && a.polynomial == b.polynomial;
}

std::strong_ordering operator<=>(const Condition &a, const Condition &b) {
  return std::tie(a.k, a.polynomial, a.parts) <=> std::tie(b.k, b.polynomial, b.parts);
}

} // namespace acc
