// Gives loops a separate counter if theirs lives longer than the loop: a parameter, a global or
// static variable, a variable whose address is taken, a member of a local structure, or a variable
// that the nest reads after the loop. Scop::finalValues sets what code after the nest reads.
//
//   given:  (int n, float *A) int n_1;
//   before: for (n = n; n > 0; n--) A[n] = 0;
//   after:  for (n_1 = n; n_1 > 0; n_1--) A[n_1] = 0;
//
//   given:  int g; (int n, float *A) int g_1;
//   before: for (g = 0; g < n; g++) A[g] = 0;
//   after:  for (g_1 = 0; g_1 < n; g_1++) A[g_1] = 0;
//
//   given:  (int n, int m, float *A, float *B) int i, k, k_1;
//   before: for (i = 0; i < n; i++) { for (k = 0; k < m; k++) A[k] = i; B[k] = 1; }
//   after:  for (i = 0; i < n; i++) { for (k_1 = 0; k_1 < m; k_1++) A[k_1] = i; k = m > 0 ? m : 0;
//           B[k] = 1; }
#pragma once

#include "analysis/normalize/Pass.h"

namespace acc {

/// The nest with such counters, `Symbol::counts` naming what each stands for. A loop stays as it is
/// when its counter starts from its own value and may be read behind the nest , when
/// something in the nest but its loops may read or assign it and it is shared or the loop leaves
/// no simple value in it, and when its body assigns it.
SourceNest withOwnCounters(SourceNest nest, const PassContext &context);

} // namespace acc
