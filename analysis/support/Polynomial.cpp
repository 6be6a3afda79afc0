#include "analysis/support/Polynomial.h"

#include "analysis/support/PolynomialQuota.h"

#include <ginac/ginac.h>

#include <algorithm>
#include <numeric>
#include <tuple>
#include <unordered_map>

namespace acc {

struct Polynomial::Impl {
  explicit Impl(GiNaC::ex expanded) : value(std::move(expanded)) {}

  GiNaC::ex value; // always expanded

  /// Read once, when first asked for.
  const std::vector<Term> &terms() const;
  int64_t denominator() const;

private:
  mutable std::optional<std::vector<Term>> knownTerms;
  mutable std::optional<int64_t> knownDenominator;
};

namespace {

const GiNaC::symbol &symbolNamed(const std::string &name) {
  static std::unordered_map<std::string, GiNaC::symbol> table;
  return table.try_emplace(name, name).first->second;
}

std::optional<int64_t> toInt64(const GiNaC::ex &e) {
  if (!GiNaC::is_a<GiNaC::numeric>(e))
    return std::nullopt;
  const GiNaC::numeric &n = GiNaC::ex_to<GiNaC::numeric>(e);
  // The bits beside the sign.
  if (!n.is_integer() || n.int_length() > 63)
    return std::nullopt;
  // numeric::to_long works on cln fixnums of the platform's long, 64 bits here.
  static_assert(sizeof(long) == 8, "acc-delin runs on 64-bit hosts");
  // -2^63 has no negation: it counts as beyond 64 bits, so that what is read can be turned round.
  long value = n.to_long();
  return value == INT64_MIN ? std::nullopt : std::optional<int64_t>(value);
}

uint64_t countTerms(const GiNaC::ex &e) { return GiNaC::is_a<GiNaC::add>(e) ? e.nops() : 1; }

/// Points at which divisibility is tried at most.
constexpr int64_t kMaxResidues = 4096;

GiNaC::ex fromInt64(int64_t value) { return GiNaC::numeric(static_cast<long>(value)); }

/// Adds one expanded product to `term`; false when it is no integer monomial.
bool readFactor(const GiNaC::ex &e, Term &term) {
  if (GiNaC::is_a<GiNaC::symbol>(e)) {
    term.powers[GiNaC::ex_to<GiNaC::symbol>(e).get_name()] += 1;
    return true;
  }
  if (GiNaC::is_a<GiNaC::power>(e) && GiNaC::is_a<GiNaC::symbol>(e.op(0))) {
    auto exponent = toInt64(e.op(1));
    if (!exponent || *exponent < 1)
      return false;
    term.powers[GiNaC::ex_to<GiNaC::symbol>(e.op(0)).get_name()] += static_cast<int>(*exponent);
    return true;
  }
  auto number = toInt64(e);
  return number && !__builtin_mul_overflow(term.coefficient, *number, &term.coefficient);
}

std::optional<Term> readTerm(const GiNaC::ex &e) {
  Term term;
  term.coefficient = 1;
  if (!GiNaC::is_a<GiNaC::mul>(e))
    return readFactor(e, term) ? std::optional(term) : std::nullopt;
  for (size_t i = 0; i < e.nops(); ++i)
    if (!readFactor(e.op(i), term))
      return std::nullopt;
  return term;
}

bool before(const Term &a, const Term &b) {
  if (a.degree() != b.degree())
    return a.degree() > b.degree();
  return a.powers < b.powers;
}

/// The monomials in their order; none when one has no 64-bit integer coefficient.
std::vector<Term> readTerms(const GiNaC::ex &e) {
  std::vector<Term> all;
  if (e.is_zero())
    return all;
  size_t count = GiNaC::is_a<GiNaC::add>(e) ? e.nops() : 1;
  for (size_t i = 0; i < count; ++i) {
    auto term = readTerm(GiNaC::is_a<GiNaC::add>(e) ? e.op(i) : e);
    if (!term)
      return {};
    all.push_back(*term);
  }
  std::sort(all.begin(), all.end(), before);
  return all;
}

/// The least common denominator of the coefficients; 0 beyond 64 bits.
int64_t denominatorOf(const GiNaC::ex &e) {
  GiNaC::numeric common(1);
  size_t count = GiNaC::is_a<GiNaC::add>(e) ? e.nops() : 1;
  for (size_t i = 0; i < count; ++i) {
    GiNaC::ex term = GiNaC::is_a<GiNaC::add>(e) ? e.op(i) : e;
    GiNaC::ex denominator = term.denom();
    if (!GiNaC::is_a<GiNaC::numeric>(denominator))
      return 0;
    common = GiNaC::lcm(common, GiNaC::ex_to<GiNaC::numeric>(denominator));
  }
  return toInt64(common).value_or(0);
}

std::string monomialText(const Term &term) {
  std::string text;
  for (const auto &[name, exponent] : term.powers)
    for (int i = 0; i < exponent; ++i)
      text += (text.empty() ? "" : "*") + name;
  return text;
}

} // namespace

const std::vector<Term> &Polynomial::Impl::terms() const {
  if (!knownTerms) {
    PolynomialQuota::charge(countTerms(value));
    knownTerms = readTerms(value);
  }
  return *knownTerms;
}

int64_t Polynomial::Impl::denominator() const {
  if (!knownDenominator)
    knownDenominator = terms().empty() ? denominatorOf(value) : 1;
  return *knownDenominator;
}

int Term::degree() const {
  int sum = 0;
  for (const auto &[name, exponent] : powers)
    sum += exponent;
  return sum;
}

Polynomial::Polynomial() : Polynomial(int64_t(0)) {}
Polynomial::Polynomial(int64_t constant) {
  static const auto zero = std::make_shared<const Impl>(fromInt64(0));
  static const auto one = std::make_shared<const Impl>(fromInt64(1));
  impl = constant == 0   ? zero
         : constant == 1 ? one
                         : std::make_shared<const Impl>(fromInt64(constant));
}
Polynomial::Polynomial(std::shared_ptr<const Impl> shared) : impl(std::move(shared)) {}
Polynomial::Polynomial(const Polynomial &) = default;
Polynomial::Polynomial(Polynomial &&other) noexcept : impl(other.impl) {}
Polynomial &Polynomial::operator=(const Polynomial &) = default;
Polynomial &Polynomial::operator=(Polynomial &&other) noexcept {
  impl = other.impl;
  return *this;
}
Polynomial::~Polynomial() = default;

Polynomial Polynomial::symbol(const std::string &name) {
  return Polynomial(std::make_shared<Impl>(Impl{symbolNamed(name)}));
}

Polynomial operator+(const Polynomial &a, const Polynomial &b) {
  if (a.isZero() || b.isZero())
    return a.isZero() ? b : a;
  PolynomialQuota::charge(countTerms(a.impl->value) + countTerms(b.impl->value));
  return Polynomial(std::make_shared<Polynomial::Impl>(
      Polynomial::Impl{(a.impl->value + b.impl->value).expand()}));
}
Polynomial operator-(const Polynomial &a, const Polynomial &b) {
  if (b.isZero())
    return a;
  if (a == b)
    return 0;
  PolynomialQuota::charge(countTerms(a.impl->value) + countTerms(b.impl->value));
  return Polynomial(std::make_shared<Polynomial::Impl>(
      Polynomial::Impl{(a.impl->value - b.impl->value).expand()}));
}
Polynomial operator*(const Polynomial &a, const Polynomial &b) {
  for (const auto &[factor, other] : {std::pair(&a, &b), std::pair(&b, &a)})
    if (auto constant = factor->constant(); constant && (*constant == 0 || *constant == 1))
      return *constant ? *other : 0;
  PolynomialQuota::charge(countTerms(a.impl->value) * countTerms(b.impl->value));
  return Polynomial(std::make_shared<Polynomial::Impl>(
      Polynomial::Impl{(a.impl->value * b.impl->value).expand()}));
}
Polynomial Polynomial::operator-() const { return Polynomial(int64_t(0)) - *this; }

bool operator==(const Polynomial &a, const Polynomial &b) {
  // Both are expanded: equal ones have the same terms, which GiNaC keeps in one order (its
  // tutorial, "Expanding and collecting").
  return a.impl == b.impl || a.impl->value.is_equal(b.impl->value);
}

std::strong_ordering operator<=>(const Polynomial &a, const Polynomial &b) {
  if (a.impl == b.impl)
    return std::strong_ordering::equal;
  int64_t x = a.denominator(), y = b.denominator();
  if (x != y)
    return x <=> y;
  if (x > 1)
    return a * Polynomial(x) <=> b * Polynomial(x);
  // What exceeds 64 bits has no terms, as zero: it comes last, in GiNaC's order.
  const bool isLarge = a.overflowed(), isOtherLarge = b.overflowed();
  if (isLarge || isOtherLarge)
    return isLarge && isOtherLarge ? a.impl->value.compare(b.impl->value) <=> 0
                                   : isLarge <=> isOtherLarge;
  const std::vector<Term> &left = a.impl->terms(), &right = b.impl->terms();
  return std::lexicographical_compare_three_way(
      left.begin(), left.end(), right.begin(), right.end(), [](const Term &x, const Term &y) {
        return std::tie(x.powers, x.coefficient) <=> std::tie(y.powers, y.coefficient);
      });
}

bool Polynomial::isZero() const { return impl->value.is_zero(); }
std::optional<int64_t> Polynomial::constant() const { return toInt64(impl->value); }

bool Polynomial::overflowed() const { return impl->terms().empty() && !isZero(); }

int64_t Polynomial::denominator() const { return impl->denominator(); }

std::set<std::string> Polynomial::symbols() const {
  std::set<std::string> names;
  for (auto it = impl->value.preorder_begin(); it != impl->value.preorder_end(); ++it)
    if (GiNaC::is_a<GiNaC::symbol>(*it))
      names.insert(GiNaC::ex_to<GiNaC::symbol>(*it).get_name());
  return names;
}

bool Polynomial::contains(const std::string &name) const {
  return impl->value.has(symbolNamed(name));
}

int Polynomial::degree(const std::string &name) const {
  return impl->value.degree(symbolNamed(name));
}

int Polynomial::totalDegree(const std::function<bool(const std::string &)> &counts) const {
  int highest = 0;
  for (const Term &term : impl->terms()) {
    int sum = 0;
    for (const auto &[name, exponent] : term.powers)
      if (counts(name))
        sum += exponent;
    highest = std::max(highest, sum);
  }
  return highest;
}

Polynomial Polynomial::coefficient(const std::string &name, int power) const {
  return Polynomial(
      std::make_shared<Impl>(Impl{impl->value.coeff(symbolNamed(name), power).expand()}));
}

const std::vector<Term> &Polynomial::terms() const & { return impl->terms(); }
std::vector<Term> Polynomial::terms() const && { return impl->terms(); }

Polynomial Polynomial::fromTerm(const Term &term) {
  Polynomial result(term.coefficient);
  for (const auto &[name, exponent] : term.powers)
    result *= symbol(name).pow(exponent);
  return result;
}

Polynomial Polynomial::substitute(const std::map<std::string, Polynomial> &values) const {
  GiNaC::exmap map;
  for (const auto &[name, value] : values)
    map[symbolNamed(name)] = value.impl->value;
  return Polynomial(std::make_shared<Impl>(
      Impl{impl->value.subs(map, GiNaC::subs_options::no_pattern).expand()}));
}

Polynomial Polynomial::pow(int exponent) const {
  if (exponent == 0)
    return 1;
  return Polynomial(std::make_shared<Impl>(Impl{GiNaC::pow(impl->value, exponent).expand()}));
}

std::optional<Polynomial> Polynomial::dividedBy(const Polynomial &divisor) const {
  if (divisor.isZero())
    return std::nullopt;
  PolynomialQuota::charge(countTerms(impl->value) * countTerms(divisor.impl->value));
  GiNaC::ex quotient;
  if (!GiNaC::divide(impl->value, divisor.impl->value, quotient))
    return std::nullopt;
  Polynomial result(std::make_shared<Impl>(Impl{quotient.expand()}));
  if (result.overflowed())
    return std::nullopt;
  return result;
}

std::optional<Polynomial> Polynomial::exactQuotient(int64_t divisor) const {
  if (divisor < 1)
    return std::nullopt;
  if (auto quotient = dividedBy(Polynomial(divisor)))
    return quotient;
  int64_t scale = denominator();
  int64_t modulus;
  if (scale < 1 || __builtin_mul_overflow(scale, divisor, &modulus))
    return std::nullopt;
  Polynomial numerator = *this * Polynomial(scale);
  if (numerator.overflowed())
    return std::nullopt;
  // Modulo `modulus` the numerator has that period in every symbol.
  std::set<std::string> names = symbols();
  int64_t points = 1;
  for (size_t k = 0; k < names.size(); ++k)
    if (modulus > kMaxResidues || (points *= modulus) > kMaxResidues)
      return std::nullopt;
  for (int64_t point = 0; point < points; ++point) {
    std::map<std::string, int64_t> values;
    int64_t digits = point;
    for (const std::string &name : names) {
      values[name] = digits % modulus;
      digits /= modulus;
    }
    auto value = numerator.evaluate(values);
    if (!value || *value % modulus != 0)
      return std::nullopt;
  }
  return Polynomial(std::make_shared<Impl>(Impl{(impl->value / fromInt64(divisor)).expand()}));
}

std::optional<std::pair<Polynomial, Polynomial>>
Polynomial::divide(const Polynomial &divisor, const std::string &variable) const {
  const GiNaC::symbol &x = symbolNamed(variable);
  int divisorDegree = divisor.impl->value.degree(x);
  if (divisorDegree < 1)
    return std::nullopt;
  Polynomial quotient, remainder = *this;
  Polynomial lead = divisor.coefficient(variable, divisorDegree);
  while (!remainder.isZero() && remainder.degree(variable) >= divisorDegree) {
    int power = remainder.degree(variable);
    auto step = remainder.coefficient(variable, power).dividedBy(lead);
    if (!step)
      return std::nullopt;
    Polynomial part = *step * symbol(variable).pow(power - divisorDegree);
    quotient += part;
    remainder -= part * divisor;
  }
  return std::pair(quotient, remainder);
}

Polynomial Polynomial::gcd(const Polynomial &a, const Polynomial &b) {
  uint64_t all = countTerms(a.impl->value) + countTerms(b.impl->value);
  PolynomialQuota::charge(all * all);
  GiNaC::ex value = GiNaC::gcd(a.impl->value, b.impl->value).expand();
  Polynomial result(std::make_shared<Impl>(Impl{value}));
  std::vector<Term> found = result.terms();
  return !found.empty() && found.front().coefficient < 0 ? -result : result;
}

std::vector<std::pair<Polynomial, int>> Polynomial::factors() const {
  std::vector<std::pair<Polynomial, int>> all;
  PolynomialQuota::charge(countTerms(impl->value) * countTerms(impl->value));
  GiNaC::ex product = GiNaC::factor(impl->value);
  auto add = [&](const GiNaC::ex &e) {
    bool isPower = GiNaC::is_a<GiNaC::power>(e);
    all.emplace_back(Polynomial(std::make_shared<Impl>(Impl{(isPower ? e.op(0) : e).expand()})),
                     isPower ? static_cast<int>(toInt64(e.op(1)).value_or(1)) : 1);
  };
  if (GiNaC::is_a<GiNaC::mul>(product))
    for (size_t i = 0; i < product.nops(); ++i)
      add(product.op(i));
  else
    add(product);
  std::sort(all.begin(), all.end());
  return all;
}

int64_t Polynomial::content() const {
  int64_t result = 0;
  for (const Term &term : impl->terms())
    result = std::gcd(result, term.coefficient);
  return result;
}

std::optional<int64_t> Polynomial::evaluate(const std::map<std::string, int64_t> &point) const {
  if (overflowed()) {
    int64_t scale = denominator();
    Polynomial numerator = *this * Polynomial(scale);
    auto value = scale > 1 && !numerator.overflowed() ? numerator.evaluate(point) : std::nullopt;
    return value && *value % scale == 0 ? std::optional(*value / scale) : std::nullopt;
  }
  __int128 sum = 0;
  for (const Term &term : impl->terms()) {
    __int128 product = term.coefficient;
    for (const auto &[name, exponent] : term.powers) {
      auto value = point.find(name);
      if (value == point.end())
        return std::nullopt;
      for (int i = 0; i < exponent; ++i)
        if (__builtin_mul_overflow(product, static_cast<__int128>(value->second), &product))
          return std::nullopt;
    }
    if (__builtin_add_overflow(sum, product, &sum))
      return std::nullopt;
  }
  if (sum < INT64_MIN || sum > INT64_MAX)
    return std::nullopt;
  return static_cast<int64_t>(sum);
}

std::string Polynomial::str() const {
  if (int64_t scale = denominator(); scale > 1)
    return "(" + (*this * Polynomial(scale)).str() + ")/" + std::to_string(scale);
  std::vector<Term> all = terms();
  if (all.empty())
    return "0";
  // Start with a positive term where there is one: "m - 1", not "-1 + m".
  auto positive =
      std::find_if(all.begin(), all.end(), [](const Term &t) { return t.coefficient > 0; });
  if (positive != all.end())
    std::rotate(all.begin(), positive, positive + 1);
  std::string text;
  for (const Term &term : all) {
    std::string monomial = monomialText(term);
    uint64_t magnitude = term.coefficient < 0 ? 0 - static_cast<uint64_t>(term.coefficient)
                                              : static_cast<uint64_t>(term.coefficient);
    if (text.empty())
      text = term.coefficient < 0 ? "-" : "";
    else
      text += term.coefficient < 0 ? " - " : " + ";
    if (monomial.empty())
      text += std::to_string(magnitude);
    else if (magnitude == 1)
      text += monomial;
    else
      text += std::to_string(magnitude) + "*" + monomial;
  }
  return text;
}

bool isAffineIn(const Polynomial &value, const std::vector<std::string> &iterators) {
  if (value.overflowed())
    return false;
  for (const Term &term : value.terms())
    for (const std::string &iterator : iterators)
      if (term.powers.count(iterator) && term.degree() != 1)
        return false;
  return true;
}

} // namespace acc
