// Restricts a scop to one value of a flag, if the statements of all values have no common view.
#pragma once

#include "analysis/delinearize/ScopForms.h"

namespace acc {

/// If arrays have almost no view, but would have one if a certain condition were known: the scop
/// restricted to that condition. The condition is on an invariant value that shapes nothing else.
/// It becomes a need of the new scop, and statements that never run under it are removed.
///   if (forward) B[i*m + j] = A[j*n + i]; else B[j*n + i] = A[i*m + j];
///     ->  forward != 0:  B[i][j] = A[j][i]
/// The first condition under which every array has a good view is enough.
std::unique_ptr<ScopForms> formsOfFlags(const ScopViews &asItIs);

} // namespace acc
