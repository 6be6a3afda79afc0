// Polynomials over named symbols with exact rational arithmetic inside and integer coefficients
// outside, except for integer-valued quotients such as i*(i + 1)/2. The only wrapper of GiNaC. Not
// thread-safe, because GiNaC is not; work is distributed over processes.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace acc {

class Polynomial;

/// A monomial. Coefficients beyond 64 bits make `terms()` empty and
/// `overflowed()` true; stages reject such polynomials as too complex. -2^63 is one of them: each
/// coefficient has a negation.
struct Term {
  int64_t coefficient = 0;
  /// symbol -> exponent (>= 1)
  std::map<std::string, int> powers;

  int degree() const;
};

class Polynomial {
public:
  Polynomial();
  Polynomial(int64_t constant);
  static Polynomial symbol(const std::string &name);

  Polynomial(const Polynomial &);
  Polynomial(Polynomial &&) noexcept;
  Polynomial &operator=(const Polynomial &);
  Polynomial &operator=(Polynomial &&) noexcept;
  ~Polynomial();

  friend Polynomial operator+(const Polynomial &, const Polynomial &);
  friend Polynomial operator-(const Polynomial &, const Polynomial &);
  friend Polynomial operator*(const Polynomial &, const Polynomial &);
  Polynomial operator-() const;
  Polynomial &operator+=(const Polynomial &other) { return *this = *this + other; }
  Polynomial &operator-=(const Polynomial &other) { return *this = *this - other; }
  Polynomial &operator*=(const Polynomial &other) { return *this = *this * other; }
  /// Equality of functions: `(a - b).expand() == 0`.
  friend bool operator==(const Polynomial &, const Polynomial &);
  /// A total order with no meaning beyond being the same in every run.
  friend std::strong_ordering operator<=>(const Polynomial &, const Polynomial &);

  bool isZero() const;
  /// The value when no symbol occurs and it fits 64 bits.
  std::optional<int64_t> constant() const;
  /// True when some coefficient is not a 64-bit integer, also a fraction: whoever
  /// reads `terms()` refuses it unless it clears the denominator first.
  bool overflowed() const;
  /// The least positive d for which d * *this has integer coefficients; 1 for
  /// most, 2 for i*(i + 1)/2. 0 when it exceeds 64 bits.
  int64_t denominator() const;
  std::set<std::string> symbols() const;
  bool contains(const std::string &symbol) const;
  /// Highest exponent of `symbol`; 0 when absent.
  int degree(const std::string &symbol) const;
  /// Highest total degree in the symbols for which `counts` is true.
  int totalDegree(const std::function<bool(const std::string &)> &counts) const;
  /// The polynomial that multiplies symbol^power.
  Polynomial coefficient(const std::string &symbol, int power) const;
  /// Monomials in a canonical order (total degree, then names), no zeros.
  const std::vector<Term> &terms() const &;
  std::vector<Term> terms() const &&;
  static Polynomial fromTerm(const Term &term);

  /// Replaces symbols simultaneously.
  Polynomial substitute(const std::map<std::string, Polynomial> &values) const;
  /// For an exponent >= 0; p^0 is 1, that of zero too.
  Polynomial pow(int exponent) const;

  /// `*this / divisor` when the division is exact over the integers, else none.
  std::optional<Polynomial> dividedBy(const Polynomial &divisor) const;
  /// `*this / divisor` when the value is a multiple of it for all integers that
  /// the symbols may stand for, though a coefficient need not be: i*(i + 1) over
  /// 2, i*(i + 1)*(i + 2) over 6. Decided by the residues of the symbols. None
  /// for a divisor below 1, too.
  std::optional<Polynomial> exactQuotient(int64_t divisor) const;
  /// Division with remainder in the main variable `variable`: *this ==
  /// quotient*divisor + remainder, the remainder of smaller degree in
  /// `variable`. None when a coefficient would not be integral.
  std::optional<std::pair<Polynomial, Polynomial>> divide(const Polynomial &divisor,
                                                          const std::string &variable) const;
  /// Greatest common divisor over the integers, content included; its leading
  /// term in the canonical order is positive. gcd(0, p) = +-p.
  static Polynomial gcd(const Polynomial &, const Polynomial &);
  /// Irreducible factors with multiplicity; the first may be a constant.
  std::vector<std::pair<Polynomial, int>> factors() const;
  /// The gcd of the integer coefficients (>= 0; 0 for zero).
  int64_t content() const;

  /// The value at a point; none when a symbol is missing or 128 bits overflow
  /// on the way to a 64-bit result.
  std::optional<int64_t> evaluate(const std::map<std::string, int64_t> &point) const;

  /// C text: "i*ldc + j", "0", "-(n*m) + 1" prints as "1 - n*m". Terms in an
  /// order people write: those with more symbols first, constants last. With a
  /// denominator: "(i*i + i)/2".
  std::string str() const;

private:
  struct Impl;
  std::shared_ptr<const Impl> impl;
  explicit Polynomial(std::shared_ptr<const Impl> impl);
};

/// No term multiplies an iterator with anything but a constant.
bool isAffineIn(const Polynomial &value, const std::vector<std::string> &iterators);

} // namespace acc
