#include "rewriter/emit/FactoredText.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

namespace acc {
namespace {

constexpr size_t kMostTerms = 24; // of a sum that is factored

/// A part of the text with its value and its type in C.
struct Part {
  enum class Level { Sum, Product, Primary };
  std::string text;
  Level level = Level::Primary;
  Polynomial value;
  bool isWide = false;

  std::string at(Level least) const { return level < least ? "(" + text + ")" : text; }
};

class FactoredWriter {
public:
  FactoredWriter(const WideType &wide, const FactoredNames &names) : wide(wide), names(names) {}

  /// None where a step may not fit.
  std::optional<Part> write(const Polynomial &value) {
    if (auto constant = value.constant())
      return numbered(*constant);
    if (value.terms().size() == 1)
      return product(factorsOf(value.terms().front()));
    if (std::vector<Polynomial> factors = factorsOf(value); factors.size() > 1)
      return product(std::move(factors));
    const std::string common = mostCommonName(value);
    if (common.empty())
      return sum(value.terms());
    const Polynomial name = Polynomial::symbol(common);
    const Polynomial inner = withPower(value, common), rest = value - inner;
    const Polynomial other = *inner.dividedBy(name);
    const bool isNegative = isMostlyNegative(other);
    std::vector<Polynomial> factors = factorsOf(isNegative ? -other : other);
    factors.insert(factors.begin(), name);
    auto one = product(std::move(factors));
    const std::vector<Term> left = rest.terms();
    const bool isTakenOff = std::all_of(left.begin(), left.end(),
                                        [](const Term &term) { return term.coefficient < 0; });
    auto others = write(isTakenOff ? -rest : rest);
    if (!one || !others || (isNegative && isTakenOff))
      return std::nullopt;
    if (isNegative)
      return subtracted(std::move(*others), *one);
    if (isTakenOff)
      return subtracted(std::move(*one), *others);
    return others->level == Part::Level::Sum ? added(std::move(*others), *one)
                                             : added(std::move(*one), *others);
  }

private:
  static std::vector<Polynomial> factorsOf(const Term &term) {
    std::vector<Polynomial> factors;
    if (term.coefficient != 1)
      factors.emplace_back(term.coefficient);
    for (const auto &[name, exponent] : term.powers)
      factors.insert(factors.end(), static_cast<size_t>(exponent), Polynomial::symbol(name));
    return factors;
  }

  /// More is subtracted than added, or as much and that first.
  static bool isMostlyNegative(const Polynomial &value) {
    const std::vector<Term> terms = value.terms();
    const auto negative = static_cast<size_t>(std::count_if(
        terms.begin(), terms.end(), [](const Term &term) { return term.coefficient < 0; }));
    return 2 * negative > terms.size() ||
           (2 * negative == terms.size() && terms.front().coefficient < 0);
  }

  /// Of a sum, names first and the number last; the sum itself where it has none.
  ///   2*(R - H - 1)*N   ->   N, R - H - 1, 2
  static std::vector<Polynomial> factorsOf(const Polynomial &value) {
    std::vector<Polynomial> factors;
    for (const auto &[factor, count] : value.factors())
      factors.insert(factors.end(), static_cast<size_t>(count), factor);
    const auto isUnit = [](const Polynomial &factor) {
      return factor.constant() == 1 || factor.constant() == -1;
    };
    if (std::count_if(factors.begin(), factors.end(), std::not_fn(isUnit)) < 2)
      return {value};
    std::stable_sort(factors.begin(), factors.end(), [](const Polynomial &a, const Polynomial &b) {
      return a.terms().size() < b.terms().size();
    });
    return withSignsInside(std::move(factors));
  }

  /// -1 * (R - H - 1)   ->   (H + 1 - R)
  static std::vector<Polynomial> withSignsInside(std::vector<Polynomial> factors) {
    Polynomial number(1);
    for (const Polynomial &factor : factors)
      if (factor.constant())
        number *= factor;
    std::erase_if(factors, [](const Polynomial &factor) { return factor.constant().has_value(); });
    bool isOpen = number.constant().value_or(0) < 0;
    // Of each sum that begins with what is subtracted the sign is turned, in pairs.
    for (Polynomial &factor : factors)
      if (factor.terms().size() > 1 && isMostlyNegative(factor)) {
        factor = -factor;
        isOpen = !isOpen;
      }
    for (Polynomial &factor : factors)
      if (isOpen && factor.terms().size() > 1) {
        factor = -factor;
        isOpen = false;
      }
    if (number.constant().value_or(0) < 0)
      number = -number;
    factors.push_back(isOpen ? -number : number);
    return factors;
  }

  /// The name that stands in most terms, in two at least; "" for none.
  static std::string mostCommonName(const Polynomial &value) {
    std::map<std::string, size_t> counts;
    for (const Term &term : value.terms())
      for (const auto &[name, exponent] : term.powers)
        ++counts[name];
    std::string best;
    for (const auto &[name, count] : counts)
      if (count > 1 && (best.empty() || count > counts[best]))
        best = name;
    return best;
  }

  static Polynomial withPower(const Polynomial &value, const std::string &name) {
    Polynomial all;
    for (const Term &term : value.terms())
      if (term.powers.count(name))
        all += Polynomial::fromTerm(term);
    return all;
  }

  Part numbered(int64_t number) const {
    const bool isLarge = std::abs(number) > INT32_MAX;
    return {std::to_string(number) + (isLarge ? wide.suffix : ""),
            number < 0 ? Part::Level::Sum : Part::Level::Primary, Polynomial(number), isLarge};
  }

  Part named(const std::string &name) const {
    const CType &type = names.type(name);
    if (type.spelling == wide.name)
      return {names.text(name), Part::Level::Primary, Polynomial::symbol(name), true};
    if (!type.isSigned && type.size >= 4) // its arithmetic wraps
      return {"(" + wide.name + ")" + names.text(name), Part::Level::Primary,
              Polynomial::symbol(name), true};
    return {names.text(name), Part::Level::Primary, Polynomial::symbol(name), type.size > 4};
  }

  /// a op b, where one of the two is made wide when the result may not fit int; none where it may
  /// not fit the wide type.
  std::optional<Part> joined(Part a, const std::string &op, const Part &b, const Polynomial &value,
                             Part::Level level) {
    const __int128 most = magnitude(value);
    if (most > INT64_MAX)
      return std::nullopt;
    std::string left = a.at(level);
    bool isWide = a.isWide || b.isWide;
    if (!isWide && most > INT32_MAX) {
      left = "(" + wide.name + ")" + a.at(Part::Level::Primary);
      isWide = true;
    }
    // As C takes it from left to right, so that no step has another value.
    const std::string right =
        b.at(level == Part::Level::Sum ? Part::Level::Product : Part::Level::Primary);
    return Part{left + op + right, level, value, isWide};
  }

  std::optional<Part> added(Part a, const Part &b) {
    const Polynomial value = a.value + b.value;
    return joined(std::move(a), " + ", b, value, Part::Level::Sum);
  }

  std::optional<Part> subtracted(Part a, const Part &b) {
    const Polynomial value = a.value - b.value;
    return joined(std::move(a), " - ", b, value, Part::Level::Sum);
  }

  std::optional<Part> product(std::vector<Polynomial> factors) {
    std::optional<Part> all;
    // Numbers come last, as elsewhere in the check.
    std::stable_partition(factors.begin(), factors.end(),
                          [](const Polynomial &factor) { return !factor.constant(); });
    for (const Polynomial &factor : factors) {
      if (factor.constant() == 1 && factors.size() > 1)
        continue;
      const bool isName = factor.terms().size() == 1 && factor.terms().front().degree() == 1 &&
                          factor.terms().front().coefficient == 1;
      auto part = isName ? std::optional(named(factor.terms().front().powers.begin()->first))
                         : write(factor);
      if (!part)
        return std::nullopt;
      if (!all) {
        all = std::move(part);
        continue;
      }
      const Polynomial value = all->value * part->value;
      all = joined(std::move(*all), " * ", *part, value, Part::Level::Product);
      if (!all)
        return std::nullopt;
    }
    return all;
  }

  /// Terms without a common name: what is added first.
  std::optional<Part> sum(const std::vector<Term> &terms) {
    std::optional<Part> all;
    for (bool isNegative : {false, true})
      for (Term term : terms) {
        if ((term.coefficient < 0) != isNegative)
          continue;
        term.coefficient = std::abs(term.coefficient);
        const Polynomial value = Polynomial::fromTerm(term);
        auto part = value.constant() ? write(value) : product(factorsOf(term));
        if (!part)
          return std::nullopt;
        if (!all) {
          if (isNegative)
            return std::nullopt; // nothing is added
          all = std::move(part);
          continue;
        }
        all = isNegative ? subtracted(std::move(*all), *part) : added(std::move(*all), *part);
        if (!all)
          return std::nullopt;
      }
    return all;
  }

  __int128 magnitude(const Polynomial &value) const {
    return value.overflowed() ? kBeyond : magnitudeOf(names.boundsOf(value));
  }

  const WideType &wide;
  const FactoredNames &names;
};

} // namespace

std::optional<std::string> factoredText(const Polynomial &value, const WideType &wide,
                                        const FactoredNames &names) {
  const std::vector<Term> terms = value.terms();
  if (terms.size() < 2 || terms.size() > kMostTerms)
    return std::nullopt;
  std::map<std::string, size_t> counts;
  for (const Term &term : terms)
    for (const auto &[name, exponent] : term.powers)
      ++counts[name];
  if (std::none_of(counts.begin(), counts.end(), [](const auto &one) { return one.second > 1; }))
    return std::nullopt;
  auto all = FactoredWriter(wide, names).write(value);
  if (!all || all->text.starts_with("-"))
    return std::nullopt;
  return all->isWide ? all->text : "(" + wide.name + ")" + all->at(Part::Level::Primary);
}

} // namespace acc
