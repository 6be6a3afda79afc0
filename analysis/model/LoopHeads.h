// Loops that count several variables, or that say elsewhere how they count, as `for` loops that
// count one.
#pragma once

#include "analysis/model/SourceNest.h"

namespace acc {

/// The tree in which the first and last part of each `for` set and step one variable:
///
///   for (i = 0, k = 0; i < n; i++, k += 2) S;
///     ->   k = 0; for (i = 0; i < n; i++) { S; k += 2; }
///
/// The variable that stays is the one that the condition compares and both parts name.
/// Loops without one, and those whose parts read each other's variables, are left alone.
/// A loop whose counter is set before it gets that as its first part, and a `while` whose body
/// steps a variable of its condition once is a `for`:
///
///   j = 0; while (j < m) { S; j++; }       ->   for (j = 0; j < m; j++) S;
///   i = n; while (i > 0) { i--; A[i]; }    ->   for (i = n; i > 0; i--) A[i - 1];
///
/// So is the loop that does what an unrolled one leaves:
///
///   for (x = 0; x + 3 < w; x += 4) S; for (; x < w; x++) T;
///     ->   for (x = 0; x + 3 < w; x += 4) S; for (x = w/4*4; x < w; x++) T;
///
/// The nest's own loop, when its counter is set before the nest to what is not known, begins with
/// the counter's own value, `for (n = n; n > 0; n--)`: see OwnCounters.h.
///
/// `nest`: for counters that are set before it, and names.
/// No `continue` may be left in the tree.
StmtRef withSingleHeads(const StmtRef &root, const SourceNest &nest);

} // namespace acc
