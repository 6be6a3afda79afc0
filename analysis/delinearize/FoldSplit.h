// Splits statements where an iteration decides which row an index falls in.
#pragma once

#include "analysis/delinearize/ScopForms.h"

namespace acc {

/// Cuts a statement into pieces that exclude each other, if shifted accesses of one base have no
/// common view but would have one in each piece:
///   A[i*m + j] = A[i*m + j + 5], j < m
///     ->  j + 5 < m: (i, j + 5);   m <= j + 5: (i + 1, j + 5 - m)
/// The condition that is left (m >= 5) is found as that of any view. Each form cuts the one before
/// it for one more array; the one with the fewest poor views is taken, the last such one.
std::unique_ptr<ScopForms> formsOfFolds(const ScopViews &asItIs);

} // namespace acc
