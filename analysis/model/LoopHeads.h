// Loops that count several variables, as loops that count one.
#pragma once

#include "analysis/model/SourceTree.h"

namespace acc {

/// The tree in which the first and last part of each `for` set and step one variable:
///
///   for (i = 0, k = 0; i < n; i++, k += 2) S;
///     ->   k = 0; for (i = 0; i < n; i++) { S; k += 2; }
///
/// The variable that stays is the one that the condition compares and both parts name.
/// Loops without one, and those whose parts read each other's variables, are left alone.
/// No `continue` may be left in the tree.
StmtRef withSingleHeads(const StmtRef &root);

} // namespace acc
