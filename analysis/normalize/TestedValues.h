// Conditions of loops on a local variable, as conditions on what the variable was computed from;
// the variable stays.
//
//   given:  (int n, int m, double alpha, double *c, const double *a, const double *b) int i, l;
//           double t;
//   before: for (l = 0; l < n; l++) { t = alpha*b[l]; if (t != 0.) for (i = 0; i < m; i++) c[i] +=
//           t*a[i]; }
//   after:  for (l = 0; l < n; l++) { t = alpha*b[l]; if ((double)(alpha*b[l]) != 0.) for (i = 0; i
//           < m; i++) c[i] += t*a[i]; }
#pragma once

#include "analysis/normalize/Pass.h"

namespace acc {

/// Where conditions on data are taken to hold: each `if` around loops tests the value that a
/// variable of numbers was given just before it, as long as nothing between may change what that
/// value is made of.
SourceNest withTestedValues(SourceNest nest, const PassContext &context);

} // namespace acc
