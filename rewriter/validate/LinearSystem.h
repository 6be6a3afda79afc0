// Exact integer solutions of small linear systems over polynomials.
#pragma once

#include "analysis/support/Polynomial.h"

namespace acc {

/// Finds integers x_v with sum coefficient_v * x_v == right, for every equation.
/// Unknowns that no equation fixes get 0 and are listed.
class LinearSystem {
public:
  explicit LinearSystem(unsigned unknowns) : unknowns(unknowns) {}

  /// One equation between polynomials: it holds for each monomial separately.
  void addEquation(const std::vector<Polynomial> &coefficients, const Polynomial &right);

  struct Solution {
    std::vector<int64_t> values;
    std::vector<bool> isFree;
  };
  /// None when the system has no solution, the solution found is not integral,
  /// or a number grows beyond 64 bits.
  std::optional<Solution> solve() const;

private:
  unsigned unknowns;
  std::vector<std::vector<int64_t>> rows; // coefficients, then the right side
  bool tooLarge = false;
};

} // namespace acc
