// Which source instance an emitted instance is: affine functions found by
// comparing index polynomials.
#pragma once

#include "analysis/support/Polynomial.h"

namespace acc {

/// `source` with its iterators replaced must become `emitted`, for all values.
struct IndexEquation {
  Polynomial source;
  Polynomial emitted;
};

/// Finds affine functions of `emittedIterators` and of the monomials of
/// parameters in `constants` (1 is always one), one per source iterator, that
/// satisfy all equations: { C[i*ldc + j] == C[(i0 + i1)*ldc + j0] } gives
/// i = i0 + i1, j = j0. A source iterator that the equations leave open has no
/// entry in the result. Equations that are not affine in them (rows of a triangle) decide nothing here.
/// None when there is no integer solution.
std::optional<std::map<std::string, Polynomial>>
solveInstances(const std::vector<std::string> &sourceIterators,
               const std::vector<std::string> &emittedIterators,
               const std::vector<IndexEquation> &equations,
               const std::set<Polynomial> &constants);

/// Changes of two source iterators that no equation sees, as what is added to each:
/// { C[i*ldc + j] } has i + 1, j - ldc. Where a solution is ambiguous, others differ
/// from it by multiples of these.
std::vector<std::map<std::string, Polynomial>>
unseenShifts(const std::vector<std::string> &sourceIterators,
             const std::vector<IndexEquation> &equations);

} // namespace acc
