// Makes loops count from zero instead of from their start.
//
//   for (p = A + s; p < end; p += m)     ->  for (t = 0; t < end - (A + s); t += m)
//     p[j] = 0;                                (A + s + t)[j] = 0;
#pragma once

#include "analysis/tree/NewSymbols.h"

namespace acc {

/// The loop with a counter that `newSymbol` adds, of 64 bits, in place of its own. Null
/// when it starts with a number, when its head has another form, when the body changes what the
/// start is made of, or when the old counter may be read behind the loop.
StmtRef countedFromStart(const Stmt &loop, const UnitFacts &unit, const NewSymbol &newSymbol);

} // namespace acc
