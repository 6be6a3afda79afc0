// The quota on polynomial arithmetic: what isl's operation quota is to sets.
#pragma once

#include <cstdint>

namespace acc {

/// Thrown by the arithmetic of Polynomial when the quota in force ends; whoever put it in
/// force catches it and makes it the Rejection TooComplex.
struct PolynomialQuotaEnded {};

/// While it lives, polynomials may visit `terms` terms: a sum those of both operands, a
/// product each pair. 0 means no limit. The one before is in force again afterwards.
class PolynomialQuota {
public:
  explicit PolynomialQuota(uint64_t terms);
  ~PolynomialQuota();
  PolynomialQuota(const PolynomialQuota &) = delete;
  PolynomialQuota &operator=(const PolynomialQuota &) = delete;

  /// Counts `terms` visits against the quota in force, if there is one.
  static void charge(uint64_t terms);

private:
  uint64_t before;
};

} // namespace acc
