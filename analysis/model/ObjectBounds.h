// Bounds of parameters that follow from the elements a nest touches: no object has more than 2^63 -
// 1 bytes.
#pragma once

#include "analysis/model/ScopIsl.h"

namespace acc {

/// The products of parameters in the bounds and conditions of loops and statements that types alone
/// do not keep within +-2^32: those of 64 bits, each with its greatest coefficient, as a positive
/// number.
///   for (i = 0; i < 3*n; i++) if (i + 1 < m) ...    ->   3*n, m    where they are long
std::vector<Term> wideTerms(const Scop &scop);

/// A product of parameters, of coefficient 1, whose magnitude is below the limit.
struct KeptTerm {
  Term product;
  int64_t limit = 0;

  Condition condition() const;
};

/// Those of `terms` that must be small wherever `guard` holds, because the source certainly touches
/// their elements:
///   for (i = 3; i < n; i++) A[i] = 0;   n > 3        ->   |n| < 2^60 + 2^32   (of doubles)
/// The limit is one for the term with its coefficient, if that can be shown.
/// What is farther from a base than any object is long is touched by no program that C defines
/// (C17 6.5.6).
std::vector<KeptTerm> keptByObjects(const IslContext &context, const Scop &scop,
                                    const Condition &guard, const std::vector<Term> &terms);

/// The parameters for which `condition` may hold and every element that the source certainly
/// touches of an array with a declared size lies in it. None where no such array is touched.
///   double a[36]; for (i = 0; i < n; i++) a[i] = 0;   n >= 8   ->   8 <= n <= 36
std::optional<isl::set> withinDeclared(const IslContext &context, const Scop &scop,
                                       const Condition &condition);

} // namespace acc
