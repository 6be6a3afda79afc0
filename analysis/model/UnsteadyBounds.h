// Finds stores of a nest that may change the bounds and conditions of the nest itself.
#pragma once

#include "analysis/model/Scop.h"

namespace acc {

/// Sets Reach of all places of the scop: its loops, statements, reads and demands.
///   for (i = 0; i < *n; i++) { A[i] = 0; if (i > 4) S; }     where A may be n
/// S need not be reached where *n > 5 holds at entry: an earlier iteration may have set *n to 0.
/// `loopPositions`: of each loop of the scop its textual position, as ScopStatement::positions.
void findReach(Scop &scop, const std::vector<std::vector<int>> &loopPositions);

} // namespace acc
