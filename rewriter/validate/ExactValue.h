// The value of a C integer expression as a polynomial, where its arithmetic
// certainly neither wraps nor overflows.
#pragma once

#include "analysis/support/Condition.h"
#include "analysis/tree/SourceNest.h"

#include <functional>
#include <set>

namespace acc {

/// Ranges of the names by their types, narrowed by the conditions learned. A
/// value is read only where each conversion and operation keeps it.
class ExactValues {
public:
  /// With `divisions`, x % c and x / c by positive constants, c ? x : y and truth values are read
  /// as names of their own with a range that is right; else they have no value.
  explicit ExactValues(const SourceNest &nest, bool divisions = false);

  /// The name of the value that an expression which is no polynomial has; none when it has
  /// no name.
  std::function<std::optional<std::string>(const Expr &)> nameOf;

  /// None when the value is no polynomial or an operation may not be exact. A
  /// signed operation that may overflow is also noted in `overflow`.
  std::optional<Polynomial> read(const Expr &expr);
  /// The operands that the expression may compute: all, except one of `test ? a : b` if known facts
  /// decide the test. That one is never computed and cannot fault.
  std::vector<ExprRef> computedOperands(const Expr &expr);
  /// From here on the variable has another, unknown value.
  void forget(const Symbol &variable);
  /// The type certainly holds the value.
  bool isExact(const Polynomial &value, const CType &type) const { return fits(value, type); }
  /// The value is at least 0 whatever its names are in their ranges, and its products in theirs.
  bool isNonNegative(const Polynomial &value) const {
    return !value.overflowed() && rangeOf(value).low >= 0;
  }
  /// Narrows ranges by the conjuncts that bound one name by a constant or one
  /// name by another, and those that bound a product of names by a constant.
  void learn(const Condition &condition);
  /// The same for a test that holds: comparisons of integers, and those joined by &&. Ignores
  /// comparisons that name one of `changing`.
  void learnTest(const Expr &test, const std::set<SymbolId> &changing = {});
  /// The variable has this value until one of both changes; where it is another variable's, it is
  /// read as that one, so that what is known of products counts for it: `const long n_1 = n`.
  void learnEqual(const std::string &name, const Polynomial &value);
  /// Learns from a test in floating point of a product against a constant,
  /// (double)n * m < 4e18 or > -4e18: the product is bounded, and its parts where
  /// the other factors are positive. What the test says in exact integers; always() of
  /// another expression.
  Condition learnMagnitude(const Expr &expr);

  /// The first operation that may overflow (undefined behaviour), or null.
  const Expr *overflow = nullptr;

private:
  struct Range {
    long double low, high;
  };
  Range rangeOf(const Polynomial &value) const;
  /// Which of its two operands `test ? a : b` computes; null where that is not known.
  const Expr *decided(const Expr &conditional);
  std::optional<Polynomial> readDivision(const Expr &expr);
  /// A value of its own, in the range.
  Polynomial named(const std::string &name, Range range);
  /// The name is in the range, too. It may be one that is read only later, such as sizes[2].
  void narrow(const std::string &name, Range to);
  /// Of a comparison: `n*m <= 1e17`.
  void learnProduct(const Condition &comparison);
  bool fits(const Polynomial &value, const CType &type) const;

  const SourceNest *nest;
  bool divisions;
  std::map<std::string, Range> ranges;
  bool reads(const Expr &expr, const Symbol &variable) const;
  std::map<std::string, ExprRef> ownNames; // by nameOf
  std::map<std::string, std::string>
      otherNames; // of variables, by variables that have the same value
  /// Bounds of products.
  std::map<std::map<std::string, int>, Range> products;
};

} // namespace acc
