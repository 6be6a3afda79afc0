// Reads loops that clear a flag if a condition is false as tests of that condition.
#pragma once

#include "analysis/model/Scop.h"

namespace acc {

/// The code without the flag in its conditions. Behind both the flag is 0 under the same condition,
/// as long as nothing sets it, and this one reads what the other would if it never were:
///   for (j = 0; flag && j < n; j++) ...   ->   for (j = 0; j < n; j++) ...
StmtRef withoutFlagTests(const StmtRef &code, SymbolId flag);

/// The model of such code with each `flag &= c` as `if (c) {}`. NotProved when it does anything
/// else.
Outcome<Scop> testsOfScan(Scop scan, SymbolId flag);

} // namespace acc
