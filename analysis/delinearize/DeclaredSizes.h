// The sizes that a declaration or an allocation gives an array.
#pragma once

#include "analysis/model/Scop.h"

namespace acc {

/// All sizes of the array, the outermost first, in elements; one entry for what a plain
/// pointer reaches. None when the outermost is not known: no declaration, a size that is
/// no polynomial of variables, bytes that are no whole number of rows, elements of another
/// size than declared. A parameter `double a[1]` says nothing: so Fortran's `a(*)` was written.
///   double *A = malloc(n*m*sizeof *A)      {n*m}
///   double A[n][m], also as a parameter    {n, m}
std::optional<std::vector<Polynomial>> declaredExtents(const Scop &scop, int array);

} // namespace acc
