// GNU C's statement expressions, as macros have them: variables that are only read stand for what
// they are set to, converted to their types.
//
//   given:  (int n, int m, float *A, double x)
//   before: for (int i = 0; i < n; i++) A[({ int _a = n; int _b = m; _a < _b ? _a : _b; })] = i;
//   after:  for (int i = 0; i < n; i++) A[n < m ? n : m] = i;
//
//   before: for (int i = 0; i < n; i++) A[i] = ({ float _a = x; float _b = _a * _a; _a + _b; });
//   after:  for (int i = 0; i < n; i++) A[i] = (float)x + (float)x * (float)x;
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

/// No Block is left but those that demand something before a value, and those whose numbers have
/// side effects, ({ int x = *p++; x * x; }): one that does more than to set such variables, that is
/// long, or whose value does not tell all that was computed for it, is Unsupported.
SourceNest withoutStatementExpressions(SourceNest nest);

} // namespace acc
