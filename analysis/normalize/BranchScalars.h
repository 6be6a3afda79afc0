// Scalars that live in one branch of a condition, as variables of that branch.
//
//   given:  (int n, double *b, const double *a) int i; double t;
//   before: for (i = 0; i < n; i++) { if (a[i] < 0) b[i] = 1; else { t = 2*a[i]; if (i > 2) b[i] =
//           t + 1; else b[i] = t; } }
//   after:  for (i = 0; i < n; i++) { if (a[i] < 0) b[i] = 1; else { double t; t = 2*a[i]; if (i >
//           2) b[i] = t + 1; else b[i] = t; } }
#pragma once

#include "analysis/normalize/Pass.h"

namespace acc {

/// Declares a number anew in each branch without loops that assigns it before all reads in it,
/// where nothing else in the nest or after it reads the number.
SourceNest withBranchScalars(SourceNest nest, const PassContext &context);

} // namespace acc
