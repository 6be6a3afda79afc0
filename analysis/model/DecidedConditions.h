// What the bounds of the loops alone say about the conditions of statements.
#pragma once

#include "analysis/model/Scop.h"

namespace acc {

/// Conditions without what the bounds of the statement's loops decide: alternatives that no
/// iteration reaches, conjuncts that hold in all of them. The iteration domains stay the same; what
/// is left is more often convex.
///   for (x = 0; x < n; x++) if (x != 0) S;     x <= -1 || x >= 1   ->   x >= 1
///   for (x = 0; x < n; x++) if (x < n) S;      x + 1 <= n   ->   always
void decideConditions(Scop &scop);

} // namespace acc
