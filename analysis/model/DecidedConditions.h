// Simplifies conditions of statements by the bounds of the loops.
#pragma once

#include "analysis/model/Scop.h"

namespace acc {

/// Removes from conditions what the bounds of the statement's loops decide: alternatives that no
/// iteration reaches, conjuncts that hold in all of them. Iteration domains do not change; the
/// remaining conditions are more often convex.
///   for (x = 0; x < n; x++) if (x != 0) S;     x <= -1 || x >= 1   ->   x >= 1
///   for (x = 0; x < n; x++) if (x < n) S;      x + 1 <= n   ->   always
void decideConditions(Scop &scop);

} // namespace acc
