// Facts about the parameters that hold whenever the fast version runs.
#pragma once

#include "analysis/delinearize/Delinearization.h"
#include "analysis/model/ScopIsl.h"
#include "rewriter/validate/ExactValue.h"

#include <tuple>

namespace acc {

/// Values that an iterator does not fall below or exceed, over outer iterators
/// and parameters.
struct IteratorBounds {
  std::set<Polynomial> low, high;
};

/// The affine (over products of parameters) part of the guard with the types of
/// the parameters, the facts of both scops, and what follows for products of
/// positive parameters: n >= 1 && m >= 1 gives n*m >= n; x >= y gives r*x >= r*y.
/// Beside it the numbers between which parameters and products lie, by interval arithmetic, for
/// what has room to spare.
class GuardContext {
public:
  /// `interesting`: polynomials whose products should be known.
  GuardContext(const IslContext &context, const Scop &source, const Scop &emitted,
               const Condition &guard, const std::vector<Polynomial> &interesting);

  const IslContext &isl() const { return *context; }
  /// What is known of the parameters that bounds and conditions of the two scops
  /// use: a superset, small where index polynomials have many products.
  const isl::set &parameters() const { return ofBounds; }
  /// Names by what the guard says that they equal: `rows` by `columns` for rows == columns.
  const std::map<std::string, Polynomial> &equations() const { return equal; }
  /// The condition (over parameters) holds; false if it may not, or is unknown.
  bool implies(const Condition &condition) const;
  bool isNonNegative(const Polynomial &value) const;
  /// `value` over iterators is at least 0 on the whole domain of the statement:
  /// each iterator, inner to outer, is replaced by the bound at which the value
  /// is least. Works where coefficients are parameters. Of an access, `when` is what
  /// the source tests before it (ScopAccess::when). The ids of statements must
  /// differ between the two scops.
  bool isNonNegativeOn(const Scop &scop, const ScopStatement &statement, const Polynomial &value,
                       const Condition &when = Condition::always()) const;

  /// The alternatives of what holds, which together are all of it: for a guard
  /// with `w <= st || w <= -st` one for each sign of st. What holds in every one
  /// holds. Only itself when there are too many.
  std::vector<GuardContext> cases() const;

private:
  void addDefinitions(const Scop &scop);
  /// What signs of factors say of `products`, by what is known now; and all that follows.
  std::vector<Condition> productFacts() const;
  void addProducts();

  /// What is known of the statement's iterators by isl.
  struct StatementFacts {
    isl::set domain;
    std::vector<IteratorBounds> plain, projected; // per iterator
  };
  StatementFacts &factsOf(const Scop &scop, const ScopStatement &statement) const;
  /// The value with its iterators replaced by the bounds at which it is least, or taken away with
  /// a multiple of one of `tested`, which are at least 0: one of the results is at least 0.
  bool isNonNegativeAtBounds(const std::vector<std::string> &iterators,
                             const std::vector<IteratorBounds> &bounds,
                             const std::vector<Polynomial> &tested, const Polynomial &value) const;

  /// Its factors have known signs, and so has their product: (w - 2)*k with w >= 2 and k >= 0.
  /// Facts about products of names alone do not imply this.
  bool isProductOfSigned(const Polynomial &value) const;

  /// By the numbers between which the source's parameters lie. Other names may be the fast
  /// version's own, which the source gives to a variable of another type.
  bool isNonNegativeByRanges(const Polynomial &value) const;

  /// The form is at least 0 wherever `known` holds.
  bool isNowhereNegative(const LinearForm &form) const;

  const IslContext *context;
  ExactValues numbers;
  std::set<std::string> sourceParameters;
  std::map<std::string, Polynomial> equal;
  std::set<std::map<std::string, int>> products;
  isl::set known, ofBounds;
  std::set<std::string> boundNames; // the isl parameters of ofBounds
  mutable std::map<Polynomial, bool> nonNegative;
  mutable std::vector<std::map<std::string, int64_t>>
      pointsOfKnown;                                   // where an earlier form was negative
  mutable std::map<std::string, StatementFacts> facts; // by statement id
  mutable std::map<std::tuple<std::string, std::string, Polynomial>, bool> nonNegativeOn;
};

} // namespace acc
