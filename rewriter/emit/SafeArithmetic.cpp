#include "rewriter/emit/SafeArithmetic.h"

#include "rewriter/emit/FactoredText.h"
#include "rewriter/emit/Parameters.h"

#include <algorithm>
#include <cstdlib>

namespace acc {
namespace {

constexpr __int128 kWideMax = INT64_MAX;
constexpr int64_t kBillion = 1000000000;
/// Bound of checked products: far above any object, and sums of dozens still fit. The helper
/// ACC_SMALL has it, too.
constexpr __int128 kProductLimit = static_cast<__int128>(100) * 1000000000000000;

/// Values of 32 bits and a few of them beside limits of products.
constexpr __int128 kSmallValue = static_cast<__int128>(1) << 40;

/// The constant of a sum, and the sum of its other coefficients' magnitudes.
std::pair<__int128, __int128> weightOf(const std::vector<Term> &terms) {
  __int128 constant = 0, weight = 0;
  for (const Term &term : terms) {
    if (term.powers.empty())
      constant += term.coefficient;
    else
      weight += term.coefficient < 0 ? -static_cast<__int128>(term.coefficient) : term.coefficient;
  }
  return {constant, weight};
}

/// A number as a floating constant: "1e17", "4e9", "96076792e9", "65536.0".
std::string limitText(__int128 limit) {
  auto whole = static_cast<int64_t>(limit);
  int zeros = 0;
  for (int64_t rest = whole; rest >= 10 && rest % 10 == 0; rest /= 10)
    ++zeros;
  if (zeros < 6)
    return std::to_string(whole) + ".0";
  const std::string digits = std::to_string(whole);
  return digits.substr(0, digits.size() - zeros) + "e" + std::to_string(zeros);
}

Interval typeRange(const CType &type) {
  unsigned bits = type.size ? type.bits() : 64;
  if (!type.isSigned && type.kind == CType::Kind::Integer)
    return {0, (static_cast<__int128>(1) << bits) - 1};
  return {-(static_cast<__int128>(1) << (bits - 1)), (static_cast<__int128>(1) << (bits - 1)) - 1};
}

} // namespace

SafeArithmetic::SafeArithmetic(const Scop &scop, const WideType &wide)
    : scop(scop), wide(wide), derived(derivedValues(scop)) {
  for (const Parameter &parameter : scop.parameters)
    ranges[parameter.name] = typeRange(parameter.type);
  assume(scop.context);
}

Interval SafeArithmetic::boundsOf(const Term &term) const {
  Interval result = intervalOf(term, [&](const std::string &name) {
    auto known = ranges.find(name);
    return known == ranges.end() ? kAnyInteger : known->second;
  });
  for (const Bounded &whole : bounded)
    if (isPartOf(term, whole.product)) {
      const __int128 limit = saturatedProduct(whole.limit, std::abs(term.coefficient));
      result = {std::max(result.low, -limit), std::min(result.high, limit)};
    }
  return result;
}

Interval SafeArithmetic::boundsOf(const Polynomial &value) const {
  Interval sum;
  for (const Term &term : value.terms())
    sum = sum + boundsOf(term);
  return sum;
}

void SafeArithmetic::assume(const Condition &condition) {
  for (const Condition &part : condition.conjuncts()) {
    if (part.kind() == Condition::Kind::NonNegative)
      assumeNonNegative(part.value().substitute(derived));
    if (part.kind() == Condition::Kind::Zero) {
      assumeNonNegative(part.value().substitute(derived));
      assumeNonNegative(-part.value().substitute(derived));
    }
  }
}

void SafeArithmetic::assumeNonNegative(const Polynomial &value) {
  std::vector<Term> terms = value.terms();
  for (const Term &term : terms) {
    if (term.degree() != 1 || std::abs(term.coefficient) != 1)
      continue;
    const std::string &name = term.powers.begin()->first;
    auto range = ranges.find(name);
    Polynomial rest = value - Polynomial::fromTerm(term);
    if (range == ranges.end() || rest.contains(name))
      continue;
    // x + rest >= 0, or -x + rest >= 0
    Interval others = boundsOf(rest);
    if (term.coefficient > 0)
      range->second.low = std::max(range->second.low, saturated(-others.high));
    else
      range->second.high = std::min(range->second.high, others.high);
  }
}

bool SafeArithmetic::isPlain(const std::vector<Term> &terms) const {
  if (terms.size() != 1)
    return terms.empty();
  const Term &term = terms.front();
  if (term.powers.empty())
    return term.coefficient <= INT32_MAX;
  return term.degree() == 1 && term.coefficient == 1;
}

bool SafeArithmetic::mayCompare(const std::vector<Term> &left,
                                const std::vector<Term> &right) const {
  if (!isPlain(left) || !isPlain(right))
    return false;
  std::set<bool> kinds;
  for (const auto *side : {&left, &right})
    for (const Term &term : *side)
      if (!term.powers.empty())
        kinds.insert(scop.parameter(term.powers.begin()->first)->type.isSigned);
  return kinds.size() < 2;
}

std::string SafeArithmetic::termText(const Term &term, bool plain, bool isFirst) const {
  std::string text;
  int64_t coefficient = std::abs(term.coefficient);
  if (term.powers.empty())
    return std::to_string(coefficient) + (coefficient > INT32_MAX ? wide.suffix : "");
  for (const auto &[name, exponent] : term.powers)
    for (int i = 0; i < exponent; ++i) {
      const Parameter &parameter = *scop.parameter(name);
      bool needsCast =
          !plain && parameter.type.spelling != wide.name &&
          ((text.empty() && (isFirst || term.degree() > 1 || std::abs(term.coefficient) != 1)) ||
           typeRange(parameter.type).high > kWideMax);
      text += (text.empty() ? "" : " * ") + (needsCast ? "(" + wide.name + ")" : std::string()) +
              parameterText(scop, parameter);
    }
  return coefficient == 1 ? text
                          : text + " * " + std::to_string(coefficient) +
                                (coefficient > INT32_MAX ? wide.suffix : "");
}

void SafeArithmetic::checkUnsigned(const std::vector<Term> &terms,
                                   std::vector<std::string> &conjuncts) {
  for (const Term &term : terms)
    for (const auto &[name, exponent] : term.powers) {
      const Parameter &parameter = *scop.parameter(name);
      Interval &range = ranges.at(name);
      if (range.high <= kWideMax && typeRange(parameter.type).high <= kWideMax)
        continue;
      if (!checkedUnsigned.insert(name).second)
        continue;
      conjuncts.push_back(parameterText(scop, parameter) + " <= 9223372036854775807U" +
                          wide.suffix);
      checked.push_back(Condition::lessEqual(Polynomial::symbol(name), Polynomial(INT64_MAX)));
      range.high = std::min(range.high, kWideMax);
    }
}

bool SafeArithmetic::isPartOf(const Term &part, const Term &whole) const {
  Term rest = whole;
  for (const auto &[name, exponent] : part.powers)
    if ((rest.powers[name] -= exponent) < 0)
      return false;
  return std::all_of(rest.powers.begin(), rest.powers.end(), [&](const auto &power) {
    return power.second == 0 || ranges.at(power.first).low >= 1;
  });
}

__int128 SafeArithmetic::magnitudeOf(const std::vector<Term> &terms) const {
  __int128 sum = 0;
  for (const Term &term : terms) {
    // Every partial product must fit, also where a later factor is 0.
    Term partial{1, {}};
    __int128 most = std::abs(term.coefficient);
    for (const auto &[name, exponent] : term.powers)
      for (int i = 0; i < exponent; ++i) {
        ++partial.powers[name];
        most = std::max(most, acc::magnitudeOf(boundsOf(partial)));
      }
    sum = saturated(sum + std::max(most, acc::magnitudeOf(boundsOf(term))));
  }
  return sum;
}

void SafeArithmetic::announce(const std::vector<Polynomial> &values,
                              std::function<bool(const std::string &)> readable) {
  mayRead = std::move(readable);
  for (const Polynomial &value : values) {
    std::vector<Term> terms = value.substitute(derived).terms();
    if (magnitudeOf(terms) <= kWideMax)
      continue;
    for (Term &term : terms) {
      term.coefficient = 1;
      if (!term.powers.empty())
        announced.push_back(std::move(term));
    }
  }
  std::stable_sort(announced.begin(), announced.end(),
                   [](const Term &a, const Term &b) { return a.degree() > b.degree(); });
}

void SafeArithmetic::boundAnnounced(std::vector<std::string> &conjuncts) {
  for (const Term &term : announced) {
    const bool isPositive =
        std::all_of(term.powers.begin(), term.powers.end(),
                    [&](const auto &power) { return ranges.at(power.first).low >= 1; });
    if (!isPositive || boundsOf(term).high <= kProductLimit ||
        !std::all_of(term.powers.begin(), term.powers.end(),
                     [&](const auto &power) { return mayRead(power.first); }))
      continue;
    conjuncts.push_back(productText(term) + " < " + limitText(kProductLimit));
    checked.push_back(Condition::less(Polynomial::fromTerm(term), Polynomial(kProductLimit)));
    bounded.push_back({term, kProductLimit});
    for (const auto &[name, exponent] : term.powers)
      ranges.at(name).high = std::min(ranges.at(name).high, kProductLimit);
  }
}

void SafeArithmetic::checkMagnitude(const std::vector<Term> &terms,
                                    std::vector<std::string> &conjuncts) {
  if (magnitudeOf(terms) <= kWideMax)
    return;
  boundAnnounced(conjuncts);
  if (magnitudeOf(terms) <= kWideMax)
    return;
  auto [constant, weight] = weightOf(terms);
  __int128 limit = kProductLimit;
  while (limit > 1 &&
         saturatedProduct(limit, weight) > kWideMax - (constant < 0 ? -constant : constant))
    limit /= 10;
  boundProducts(terms, limit, conjuncts);
}

void SafeArithmetic::boundProducts(const std::vector<Term> &terms, __int128 limit,
                                   std::vector<std::string> &conjuncts) {
  std::vector<Term> byDegree = terms;
  std::stable_sort(byDegree.begin(), byDegree.end(),
                   [](const Term &a, const Term &b) { return a.degree() > b.degree(); });
  for (const Term &term : byDegree) {
    // Every product on the way must fit, also where a later factor is 0.
    Term partial{1, {}}, whole{1, term.powers};
    for (const auto &[name, exponent] : term.powers)
      for (int i = 0; i < exponent; ++i) {
        ++partial.powers[name];
        Interval bounds = boundsOf(partial);
        bool isLast = partial.powers == whole.powers;
        if (acc::magnitudeOf(bounds) <= limit || (!isLast && isPartOf(partial, whole)))
          continue;
        Polynomial product = Polynomial::fromTerm(partial), most(static_cast<int64_t>(limit));
        // Small limits of single values are whole numbers.
        const bool isWhole = partial.degree() == 1 && limit < kProductLimit;
        const std::string text =
            isWhole ? termText(partial, /*plain=*/true, /*isFirst=*/true) : productText(partial);
        const std::string end =
            isWhole ? termText({static_cast<int64_t>(limit), {}}, true, true) : limitText(limit);
        const bool isLow = bounds.low<-limit, isHigh = bounds.high> limit;
        if (isLow && isHigh && limit == kProductLimit)
          conjuncts.push_back("ACC_SMALL(" + text + ")");
        else if (isHigh)
          conjuncts.push_back(text + " < " + end);
        if (isLow && !(isHigh && limit == kProductLimit))
          conjuncts.push_back(text + " > -" + end);
        if (isHigh && isLast)
          checked.push_back(Condition::less(product, most));
        if (isLow && isLast)
          checked.push_back(Condition::less(-most, product));
        bounded.push_back({partial, limit});
        if (partial.degree() == 1) {
          Interval &range = ranges.at(name);
          range = {std::max(range.low, -limit), std::min(range.high, limit)};
        }
      }
  }
}

/// Conversions that may round are written out, as some warn of them.
std::string SafeArithmetic::productText(const Term &term) const {
  std::string text;
  for (const auto &[name, exponent] : term.powers)
    for (int i = 0; i < exponent; ++i) {
      const Parameter &parameter = *scop.parameter(name);
      text += text.empty() ? "" : " * ";
      text += (text.empty() || parameter.type.bits() >= 64 ? "(double)" : "") +
              parameterText(scop, parameter);
    }
  return text;
}

std::string SafeArithmetic::side(const std::vector<Term> &terms, bool plain,
                                 std::vector<std::string> &conjuncts) {
  if (!plain) {
    checkUnsigned(terms, conjuncts);
    checkMagnitude(terms, conjuncts);
  }
  std::string text;
  bool isWide = false; // in `3 - (long)i` the constant is not
  for (bool negative : {false, true})
    for (const Term &term : terms)
      if ((term.coefficient < 0) == negative) {
        text += (text.empty() ? (negative ? "-" : "") : (negative ? " - " : " + ")) +
                termText(term, plain, !isWide);
        isWide |= !term.powers.empty();
      }
  return text.empty() ? "0" : text;
}

std::string SafeArithmetic::value(const Polynomial &value, std::vector<std::string> &conjuncts) {
  const Polynomial open = value.substitute(derived);
  const std::string expanded = side(open.terms(), false, conjuncts);
  // With what `side` has checked.
  const FactoredNames names{
      [&](const std::string &name) { return parameterText(scop, *scop.parameter(name)); },
      [&](const std::string &name) -> const CType & { return scop.parameter(name)->type; },
      [&](const Polynomial &part) { return boundsOf(part); }};
  return factoredText(open, wide, names).value_or(expanded);
}

void SafeArithmetic::know(const Term &product, int64_t limit) {
  bounded.push_back({product, limit});
}

void SafeArithmetic::keepSmall(const Term &product, std::vector<std::string> &conjuncts) {
  constexpr __int128 kSmall = kWideMax / 2, kSlack = static_cast<__int128>(1) << 32;
  // A multiple of sizes that are ints may come close to the limit, as 2*n*m does.
  const __int128 most = product.coefficient > 1 ? kWideMax - kSlack : kSmall;
  Interval known = boundsOf(product);
  if (known.low >= -most && known.high <= most)
    return;
  if (product.degree() > 1) // else the limit below is stronger
    checkUnsigned({product}, conjuncts);
  boundProducts({product}, std::min(kProductLimit, kSmall / product.coefficient), conjuncts);
}

std::string SafeArithmetic::product(const std::vector<Polynomial> &factors,
                                    std::vector<std::string> &conjuncts) {
  Interval bounds{1, 1};
  for (const Polynomial &factor : factors)
    bounds = bounds * boundsOf(factor.substitute(derived));
  // In floating point nothing wraps, and rounding is far from so small a limit.
  bool fits = bounds.low >= -kWideMax && bounds.high <= kWideMax;
  std::string text;
  for (const Polynomial &factor : factors) {
    std::vector<Term> terms = factor.substitute(derived).terms();
    bool isFirst = &factor == &factors.front(), plain = isPlain(terms) && !(fits && isFirst);
    std::string one = side(terms, plain, conjuncts);
    std::set<std::string> names = factor.substitute(derived).symbols();
    bool isLong = !plain || std::any_of(names.begin(), names.end(), [&](const std::string &name) {
      return scop.parameter(name)->type.bits() >= 64;
    });
    bool isConverted = !fits && (isFirst || isLong);
    bool isOne = terms.size() == 1 && (!isConverted || one.find(' ') == std::string::npos);
    text += (isFirst ? "" : " * ") + std::string(isConverted ? "(double)" : "") +
            (isOne ? one : "(" + one + ")");
  }
  return text;
}

std::string SafeArithmetic::comparison(const Condition &condition,
                                       std::vector<std::string> &conjuncts,
                                       const std::string &equality) {
  std::vector<Term> left, right;
  int64_t constant = 0;
  for (Term term : condition.value().substitute(derived).terms()) {
    if (term.powers.empty()) {
      constant = term.coefficient;
    } else if (term.coefficient < 0) {
      term.coefficient = -term.coefficient;
      left.push_back(term);
    } else {
      right.push_back(term);
    }
  }
  // left <= right + constant; a constant of -1 makes it strict.
  std::string op = condition.kind() == Condition::Kind::Zero ? equality : "<=";
  if (constant == -1 && op == "<=") {
    op = "<";
    constant = 0;
  }
  if (constant > 0)
    right.push_back({constant, {}});
  if (constant < 0)
    left.push_back({-constant, {}});
  bool swapped = left.empty() || (left.size() == 1 && left[0].powers.empty());
  bool plain = mayCompare(left, right);
  std::string a = side(left, plain, conjuncts), b = side(right, plain, conjuncts);
  if (!swapped || op == equality)
    return swapped ? b + " " + op + " " + a : a + " " + op + " " + b;
  return b + (op == "<" ? " > " : " >= ") + a;
}

std::string SafeArithmetic::whole(const Alternative &alternative) {
  std::vector<std::string> parts;
  std::string last = comparison(alternative.condition, parts, alternative.isDenied ? "!=" : "==");
  parts.push_back(last);
  std::string text;
  for (const std::string &part : parts)
    text += (text.empty() ? "" : " && ") + part;
  return parts.size() > 1 ? "(" + text + ")" : text;
}

std::string SafeArithmetic::whole(const Condition &condition) {
  switch (condition.kind()) {
  case Condition::Kind::True:
    return "1";
  case Condition::Kind::False:
    return "0";
  case Condition::Kind::NonNegative:
  case Condition::Kind::Zero:
    return whole(Alternative{condition});
  case Condition::Kind::And:
  case Condition::Kind::Or: {
    bool isAnd = condition.kind() == Condition::Kind::And;
    std::string text;
    for (const Condition &operand : isAnd ? condition.operands() : std::vector<Condition>()) {
      text += (text.empty() ? "" : " && ") + whole(operand);
      assume(operand);
    }
    if (isAnd)
      return "(" + text + ")";
    const std::vector<Alternative> all = alternativesOf(condition);
    for (const Alternative &one : all) {
      // What one alternative checks or knows is nothing to the next.
      SafeArithmetic alternative = *this;
      text += text.empty() ? "" : " || ";
      text += one.isDenied ? alternative.whole(one) : alternative.whole(one.condition);
    }
    return all.size() == 1 ? text : "(" + text + ")";
  }
  }
  return "0";
}

std::optional<SafeArithmetic::Room> SafeArithmetic::roomFor(const Polynomial &value) const {
  std::vector<Term> terms = value.substitute(derived).terms(), large;
  __int128 room = 0, weight = 0;
  for (const Term &term : terms) {
    const __int128 least = boundsOf(term).low;
    if (term.powers.empty() || (least < 0 && least >= -kSmallValue))
      room += least;
    else if (least < 0) {
      weight += std::abs(term.coefficient);
      large.push_back(term);
    }
  }
  if (room >= kProductLimit && saturatedProduct(kProductLimit, weight) <= room)
    return Room{kProductLimit, large};
  if (magnitudeOf(terms) <= kWideMax)
    return std::nullopt;
  std::erase_if(terms,
                [&](const Term &term) { return !term.powers.empty() && boundsOf(term).low >= 0; });
  auto [constant, all] = weightOf(terms);
  const __int128 limit = all > 0 ? constant / all / kBillion * kBillion : 0;
  return limit > 0 ? std::optional(Room{std::min(limit, kProductLimit), terms}) : std::nullopt;
}

void SafeArithmetic::add(const Condition &condition, std::vector<std::string> &conjuncts) {
  for (const Condition &part : condition.conjuncts()) {
    const auto room =
        part.kind() == Condition::Kind::NonNegative ? roomFor(part.value()) : std::nullopt;
    if (room) {
      checkUnsigned(part.value().substitute(derived).terms(), conjuncts);
      if (room->limit == kProductLimit)
        boundAnnounced(conjuncts);
      boundProducts(room->terms, room->limit, conjuncts);
    } else if (part.kind() == Condition::Kind::NonNegative ||
               part.kind() == Condition::Kind::Zero) {
      conjuncts.push_back(comparison(part, conjuncts));
    } else {
      conjuncts.push_back(whole(part));
    }
    assume(part);
  }
}

} // namespace acc
