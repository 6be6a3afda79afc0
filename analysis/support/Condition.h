// A Boolean expression over comparisons of polynomials with zero: how
// validity, guards and domains are stated outside isl. Plain value.
#pragma once

#include "analysis/support/Polynomial.h"

namespace acc {

class Condition {
public:
  enum class Kind { True, False, NonNegative, Zero, And, Or };

  static Condition always() { return Condition(Kind::True); }
  static Condition never() { return Condition(Kind::False); }
  /// value >= 0
  static Condition nonNegative(Polynomial value);
  /// value == 0
  static Condition zero(Polynomial value);
  static Condition lessEqual(const Polynomial &a, const Polynomial &b) {
    return nonNegative(b - a);
  }
  static Condition less(const Polynomial &a, const Polynomial &b) {
    return nonNegative(b - a - Polynomial(1));
  }
  /// Flattened, with `True`, `False` and repeated operands folded away.
  static Condition conjunction(std::vector<Condition> operands);
  static Condition disjunction(std::vector<Condition> operands);
  /// The exact complement over the integers.
  Condition negated() const;

  Kind kind() const { return k; }
  /// Of NonNegative and Zero.
  const Polynomial &value() const { return polynomial; }
  /// Of And and Or.
  const std::vector<Condition> &operands() const { return parts; }
  bool isTrue() const { return k == Kind::True; }
  bool isFalse() const { return k == Kind::False; }
  /// The conjuncts: operands of an And, nothing for True, else itself.
  std::vector<Condition> conjuncts() const;
  std::set<std::string> symbols() const;
  /// The polynomials that are compared with zero, those of alternatives too, in their order.
  std::vector<Polynomial> values() const;
  /// Some comparison has a coefficient beyond 64 bits and cannot be written.
  bool overflowed() const;
  Condition substitute(const std::map<std::string, Polynomial> &values) const;
  /// None when a symbol is missing or the arithmetic overflows.
  std::optional<bool> evaluate(const std::map<std::string, int64_t> &point) const;

  /// C text meant in exact integers: negative terms stand on the right,
  /// "m <= ldc && 0 < n"; "1" and "0" for the constants.
  std::string str() const;

  friend bool operator==(const Condition &, const Condition &);
  /// A total order with no meaning beyond being the same in every run.
  friend std::strong_ordering operator<=>(const Condition &, const Condition &);

private:
  explicit Condition(Kind kind) : k(kind) {}
  Kind k;
  Polynomial polynomial;
  std::vector<Condition> parts;
};

} // namespace acc
