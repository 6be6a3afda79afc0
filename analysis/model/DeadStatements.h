// Removes statements that run for no value of the parameters.
#pragma once

#include "analysis/model/ScopIsl.h"

namespace acc {

/// The scop without statements whose iteration domain is empty for all parameters, and
/// without the arrays that only those touch: they would shape views, ranges and schedules
/// and do nothing.
///   for i { A[i] = 0; if (i > n) B[i] = 0; }   (i < n)   ->   for i A[i] = 0;
/// `NoAccess` when nothing is left, `TooComplex` when the quota ends.
Outcome<Scop> withoutDeadStatements(Scop scop, const IslContext &context);

} // namespace acc
