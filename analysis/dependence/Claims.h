// Claims about the source itself: dependences are found on subscripts, and two subscripts are two
// addresses only if the views hold.
#pragma once

#include "analysis/dependence/Dependence.h"

namespace acc {

/// Each holds for the source if the pointers are disjoint (Delinearization::disjoint).
struct Claims {
  /// Per Scop::loops: where no dependence is carried by it; never for a loop that is not parallel.
  ///   for i for j: C[i*ldc + j] = ...;   i where m <= ldc, j always
  std::vector<Condition> parallelWhen;
  /// Where every pair that touches the same element is in one of the dependences.
  Condition completeWhen = Condition::always();
};

/// `validities`: what the view of each array needs. A dependence that the addresses alone rule out
/// needs no view. What cannot be told so, also for want of quota, holds where the views of the
/// arrays that are written do, where that is enough for the same dependences, else where all views
/// do; and always only where the source's own index arithmetic does not wrap.
Claims claimsOf(const Scop &scop, const Delinearization &views,
                const std::vector<Condition> &validities, const Dependences &dependences,
                const IslContext &context);

} // namespace acc
