// What holds of the parameters whenever the fast version runs.
#pragma once

#include "analysis/delinearize/Delinearization.h"
#include "analysis/model/ScopIsl.h"

namespace acc {

/// The affine (over products of parameters) part of the guard with the types of
/// the parameters, the facts of both scops, and what follows for products of
/// positive parameters: n >= 1 && m >= 1 gives n*m >= n; x >= y gives r*x >= r*y.
class GuardContext {
public:
  /// `interesting`: polynomials whose products should be known.
  GuardContext(const IslContext &context, const Scop &source, const Scop &emitted,
               const Condition &guard, const std::vector<Polynomial> &interesting);

  const IslContext &isl() const { return *context; }
  const isl::set &parameters() const { return known; }
  /// The condition (over parameters) holds; false when it may not, or cannot be told.
  bool implies(const Condition &condition) const;
  bool isNonNegative(const Polynomial &value) const {
    return implies(Condition::nonNegative(value));
  }
  /// `value` over iterators is at least 0 on the whole domain of the statement:
  /// each iterator, inner to outer, is replaced by the bound at which the value
  /// is least. Works where coefficients are parameters.
  bool isNonNegativeOn(const Scop &scop, const ScopStatement &statement,
                       const Polynomial &value) const;

private:
  void addDefinitions(const Scop &scop);
  void addProducts(const std::set<std::map<std::string, int>> &monomials);

  const IslContext *context;
  isl::set known;
};

/// Every polynomial in the condition.
void collectValues(const Condition &condition, std::vector<Polynomial> &values);

} // namespace acc
