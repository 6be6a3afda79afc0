#include "analysis/support/PolynomialQuota.h"

namespace acc {
namespace {

constexpr uint64_t kUnlimited = UINT64_MAX;
uint64_t left = kUnlimited; // GiNaC is not thread-safe, so there is one

} // namespace

PolynomialQuota::PolynomialQuota(uint64_t terms) : before(left) {
  left = terms ? terms : kUnlimited;
}

PolynomialQuota::~PolynomialQuota() { left = before; }

void PolynomialQuota::charge(uint64_t terms) {
  if (left == kUnlimited)
    return;
  if (terms > left)
    throw PolynomialQuotaEnded();
  left -= terms;
}

} // namespace acc
