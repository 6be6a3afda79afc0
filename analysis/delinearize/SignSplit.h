// Splits statements where the sign of a subscript decides which row it means.
#pragma once

#include "analysis/delinearize/ScopForms.h"

namespace acc {

/// Where a subscript takes both signs and rows begin at zero, an element below zero lies at the end
/// of the row before. A condition for each sign is then weaker than one window for both. Two cases
/// are worth the additional pieces: a loop that runs from below zero to above it,
///   A[N*i + p], -P <= p < P         p < 0: (i - 1, N + p);  0 <= p: (i, p)    P <= N, not 2*P <= N
/// and a place that is the same in all rows beside accesses of the row before, whatever the loops
/// do:
///   A[N*i], A[N*i + N + p]          p < 0: (i, N + p);  0 <= p: (i + 1, p)    -N <= p < N, not 0
///       <= p < N
/// One form for each dimension of each array; the first is enough in which some array's views get a
/// weaker condition and none's a stronger one.
std::unique_ptr<ScopForms> formsOfSigns(const ScopViews &asItIs);

} // namespace acc
