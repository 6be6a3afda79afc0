// Statements of one value of a flag, where those of all values have no common view.
#pragma once

#include "analysis/delinearize/ScopForms.h"

namespace acc {

/// Where arrays have hardly any view, but would have one if a certain condition were known: the
/// scop restricted to where that condition holds. The condition is on a value that the nest does
/// not change and that shapes nothing else; it becomes a need of the new scop, and statements that
/// never run under it are left out.
///   if (forward) B[i*m + j] = A[j*n + i]; else B[j*n + i] = A[i*m + j];
///     ->  forward != 0:  B[i][j] = A[j][i]
/// The first condition under which every array has a good view is enough.
std::unique_ptr<ScopForms> formsOfFlags(const ScopViews &asItIs);

} // namespace acc
