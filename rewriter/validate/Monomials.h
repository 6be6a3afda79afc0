// Products of parameters, as the proof decomposes them.
#pragma once

#include "analysis/support/Polynomial.h"

#include <map>
#include <string>
#include <vector>

namespace acc {

/// Names with their exponents, each at least 1: n*n*m is {m: 1, n: 2}.
using Monomial = std::map<std::string, int>;

Polynomial polynomialOf(const Monomial &monomial);

/// The sum of the exponents.
int degreeOf(const Monomial &monomial);

/// `whole` without one of its factors.
Monomial quotient(Monomial whole, const Monomial &factor);

/// The products that divide the monomial, without 1 and itself.
std::vector<Monomial> properFactors(const Monomial &monomial);

/// The monomial with one power less of the symbol, which is in it.
Monomial without(Monomial monomial, const std::string &symbol);

} // namespace acc
