// Reads that nothing in the nest comes before: what an array that has no value yet may not have.
#pragma once

#include "analysis/dependence/Dependence.h"

namespace acc {

/// The first statement (index in Scop::statements) that may read an element of the array before the
/// nest has certainly written it; none where every read is of an element that was. What is not
/// affine may. `TooComplex` when isl's quota ends.
///   for i { C[i] = 0; for k C[i] += A[i][k]; }     none
///   for i for k C[i] += A[i][k];                   0
Outcome<std::optional<int>> readBeforeWritten(const Scop &scop, const Delinearization &views,
                                              const IslContext &context, int array);

} // namespace acc
