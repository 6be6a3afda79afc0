// The certificate of the chosen views: what they claim, checked again from the
// scop alone, by code that has no part in finding them.
#pragma once

#include "analysis/delinearize/Delinearization.h"
#include "analysis/solve/DomainFacts.h"

namespace acc {

/// The identity of the view's kind (see ArrayView) for one access: the index and
/// what the subscripts stand for expand to the same polynomial.
///   i*n + j in [n] as (i, j):       (i)*n + j - (i*n + j) == 0
///   i*(i + 1)/2 + j as rows, (i, j): (r*(r + 1)/2)(r = i) + j - ... == 0
/// Only where the equations hold that `validity` demands:
///   m == n:  i*m + j in [n] as (i, j)
bool identityHolds(const ArrayView &view, const std::vector<Polynomial> &subscripts,
                   const Polynomial &index, const Condition &validity = Condition::always());

/// The equations among the conjuncts, each solved for a symbol with the coefficient 1 or -1. The
/// right-hand sides name no symbol that is solved for:
///   m == n && k == m   ->   m = n, k = n
std::vector<std::pair<std::string, Polynomial>> equationsOf(const Condition &validity);

/// Where `validity` holds, every executed access of a recovered array keeps the
/// identity and, for arrays and rows, its window: origin <= s < origin + size.
/// The windows of strided views are widths and need no check of their own.
/// `Internal` names the access whose claim is wrong or cannot be shown.
Outcome<Ok> checkCertificate(const DomainFacts &facts, const Delinearization &result);

} // namespace acc
