// Conditions on data around loops, as conditions on each statement below, so that the loops have
// none.
//
//   given:  (int n, int m, double *b, const double *a) int i, k; int holds;
//   before: for (k = 0; k < n; k++) { if (b[k] != 0.) { b[k] /= a[k]; for (i = 0; i < m; i++) b[n +
//           i] -= b[k]*a[i]; } }
//   after:  for (k = 0; k < n; k++) { holds = b[k] != 0.; if (holds) { b[k] /= a[k]; } for (i = 0;
//           i < m; i++) if (holds) { b[n + i] -= b[k]*a[i]; } }
//
//   given:  (int n, int m, const int *mask, double *b) int i, k; int t;
//   before: for (k = 0; k < n; k++) { t = mask[k]; if (t) for (i = 0; i < m; i++) b[k*m + i] = 0.;
//           else b[k*m] = 1.; }
//   after:  for (k = 0; k < n; k++) { t = mask[k]; for (i = 0; i < m; i++) if (t) { b[k*m + i] =
//           0.; } if (!t) { b[k*m] = 1.; } }
#pragma once

#include "analysis/normalize/Pass.h"

namespace acc {

/// Under DataConditions::Sunk: an `if` around loops that reads memory, or what the nest assigns,
/// goes to the statements below it. What it tests is noted in a variable of its own where they
/// might change it. What the source may not come to is reckoned early only where that reads what is
/// read anyway and divides by no zero: bounds of loops, conditions around them that the data do not
/// decide, and integers that only such bounds name. It stays where a loop below would tell that it
/// ran: its counter is read behind it, it need not end, its bounds are none of these, or a jump
/// leaves it.
SourceNest withSunkTests(SourceNest nest, const PassContext &context);

} // namespace acc
