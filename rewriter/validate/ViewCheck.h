// Checks recovered views independently of the code that found them.
#pragma once

#include "rewriter/validate/GuardContext.h"

namespace acc {

/// Every access of the source: its view's identity holds as polynomials
/// (expand() == 0), and under the guard its subscripts stay inside the windows,
/// so that equal addresses mean equal subscripts. Every assumption that is to
/// be checked at run time follows from the guard. NotProved else.
Outcome<Ok> checkViews(const Scop &source, const Delinearization &views, const GuardContext &guard);

/// Subscripts with the identity index == sum subscript_k * pitch_k, for an emitted access that
/// stands for no source access (a copy): by division, the outermost dimension first. None when the
/// rest is not zero or the view has another kind.
///   (i + 1)*ldc + j - 1, rows of ldc   ->   [i + 1][j - 1]
///   n*n - 1, rows of n                 ->   [n - 1][n - 1]
std::optional<std::vector<Polynomial>> subscriptsIn(const ArrayView &view, const Polynomial &index);

} // namespace acc
