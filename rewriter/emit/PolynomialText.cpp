#include "rewriter/emit/PolynomialText.h"

#include <cstdlib>

namespace acc {
namespace {

using NameOf = std::function<std::string(const std::string &)>;
using NameTest = std::function<bool(const std::string &)>;

std::string factorsText(const std::map<std::string, int> &powers, const NameOf &name) {
  std::string text;
  for (const auto &[symbol, exponent] : powers)
    for (int i = 0; i < exponent; ++i)
      text += (text.empty() ? "" : " * ") + name(symbol);
  return text;
}

/// One signed summand: `text` without its sign.
struct Summand {
  bool negative = false;
  PolynomialText text;
};

Summand termText(const Term &term, const NameOf &name) {
  Summand result;
  result.negative = term.coefficient < 0;
  int64_t magnitude = std::abs(term.coefficient);
  std::string factors = factorsText(term.powers, name);
  bool single = term.degree() <= 1;
  if (factors.empty())
    result.text.text = std::to_string(magnitude);
  else if (magnitude == 1)
    result.text.text = factors;
  else
    result.text.text = std::to_string(magnitude) + " * " + factors;
  bool primary = factors.empty() || (single && magnitude == 1);
  result.text.level = primary ? TextLevel::Primary : TextLevel::Product;
  return result;
}

PolynomialText sumText(const std::vector<Summand> &summands) {
  if (summands.empty())
    return {"0", TextLevel::Primary};
  std::vector<const Summand *> ordered;
  for (bool negative : {false, true})
    for (const Summand &summand : summands)
      if (summand.negative == negative)
        ordered.push_back(&summand);
  if (ordered.size() == 1 && !ordered[0]->negative)
    return ordered[0]->text;
  std::string text;
  for (const Summand *summand : ordered) {
    text += text.empty() ? (summand->negative ? "-" : "") : (summand->negative ? " - " : " + ");
    text += summand->text.at(TextLevel::Product);
  }
  return {text, TextLevel::Sum};
}

/// numerator / scale, which is an integer: what the scale divides term by term stands beside the
/// division, where a compiler sees how far apart two iterations are.
///   (2*i*n - i*i + i + 2*j) / 2   ->   i * n + j - (i * i - i) / 2
PolynomialText fractionText(const Polynomial &numerator, int64_t scale, const NameOf &name,
                            const NameTest &isLoop) {
  Polynomial whole, rest;
  bool isNegative = false;
  for (Term term : numerator.terms()) {
    bool isWhole = term.coefficient % scale == 0;
    if (!isWhole && rest.isZero())
      isNegative = term.coefficient < 0;
    term.coefficient /= isWhole ? scale : 1;
    (isWhole ? whole : rest) += Polynomial::fromTerm(term);
  }
  PolynomialText fraction{
      polynomialText(isNegative ? -rest : rest, name, isLoop).at(TextLevel::Primary) + " / " +
          std::to_string(scale),
      TextLevel::Product};
  if (whole.isZero() && !isNegative)
    return fraction;
  std::string before = whole.isZero() ? "" : polynomialText(whole, name, isLoop).at(TextLevel::Sum);
  std::string sign = isNegative ? "-" : "+";
  return {before.empty() ? sign + fraction.text : before + " " + sign + " " + fraction.text,
          TextLevel::Sum};
}

} // namespace

PolynomialText polynomialText(const Polynomial &value, const NameOf &name,
                              const std::function<bool(const std::string &)> &isLoop) {
  if (int64_t scale = value.denominator(); scale > 1)
    return fractionText(value * Polynomial(scale), scale, name, isLoop);
  // The invariant factors of a term, and the terms that they multiply.
  std::vector<std::pair<std::map<std::string, int>, std::vector<Term>>> groups;
  for (const Term &term : value.terms()) {
    std::map<std::string, int> invariant;
    Term rest{term.coefficient, {}};
    for (const auto &[symbol, exponent] : term.powers)
      (isLoop(symbol) ? rest.powers : invariant)[symbol] = exponent;
    // Products of invariants alone stay terms of their own.
    auto group = groups.begin();
    while (group != groups.end() && group->first != invariant)
      ++group;
    if (group == groups.end())
      group = groups.insert(groups.end(), {invariant, {}});
    group->second.push_back(rest);
  }
  std::vector<Summand> summands;
  for (const auto &[invariant, terms] : groups) {
    std::vector<Summand> inner;
    for (const Term &term : terms)
      inner.push_back(termText(term, name));
    if (invariant.empty()) {
      summands.insert(summands.end(), inner.begin(), inner.end());
      continue;
    }
    std::string factors = factorsText(invariant, name);
    bool primary = invariant.size() == 1 && invariant.begin()->second == 1;
    if (inner.size() == 1) {
      bool one = inner[0].text.text == "1";
      summands.push_back({inner[0].negative,
                          {one ? factors : inner[0].text.at(TextLevel::Product) + " * " + factors,
                           one && primary ? TextLevel::Primary : TextLevel::Product}});
    } else {
      summands.push_back(
          {false, {sumText(inner).at(TextLevel::Product) + " * " + factors, TextLevel::Product}});
    }
  }
  return sumText(summands);
}

} // namespace acc
