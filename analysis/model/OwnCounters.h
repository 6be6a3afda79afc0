// Loops that count in a variable with a life beyond the loop, as loops with a counter of their own.
//
//   for (n = n; n > 0; n--)  S(n);       ->  for (n_1 = n; n_1 > 0; n_1--)  S(n_1);
//   for (g = 0; g < m; g++)  S(g);       ->  for (g_1 = 0; g_1 < m; g_1++)  S(g_1);
//   for (k = 0; k < m; k++)  S(k);  T(k); ->  for (k_1 = 0; k_1 < m; k_1++)  S(k_1);
//                                             k = m > 0 ? m : 0;  T(k);
//
// where n is a parameter and g a global or static variable, one whose address is taken, or a member
// of a local structure. What the code behind the nest finds in them is for Scop::finalValues.
#pragma once

#include "analysis/model/SourceNest.h"

namespace acc {

/// The nest with such counters, `Symbol::counts` naming what each stands for. A loop stays as it is
/// when its counter starts from its own value and may be read behind the nest (`liveOut`), when
/// something in the nest but its loops may read or assign it and it is shared or the loop leaves
/// no simple value in it, and when its body assigns it.
SourceNest withOwnCounters(SourceNest nest, const std::set<SymbolId> &liveOut);

} // namespace acc
