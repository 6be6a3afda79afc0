// Tests of pointers that the text proves null or not null, and && and || of constants.
//
//   given:  (int n, int m, float *A)
//   before: for (int i = 0; i < n; i++) if (&n && m > i) A[i] = 0;
//   after:  for (int i = 0; i < n; i++) if (1 && m > i) A[i] = 0;
//
//   before: for (int i = 0; i < n; i++) A[i] = !&m || (float *)0 != 0 || &n == 0 ? 1 : 2;
//   after:  for (int i = 0; i < n; i++) A[i] = 0 ? 1 : 2;
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

/// A name may well be null; the address of a variable is not, and null is.
SourceNest withKnownTests(SourceNest nest);

/// The expression where only zero or not matters; an Integer where that is known.
ExprRef knownTruth(const ExprRef &condition, const SymbolTable &symbols);

} // namespace acc
