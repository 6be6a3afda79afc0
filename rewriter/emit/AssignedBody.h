// A statement that declares a variable, as one that assigns to it.
#pragma once

#include "analysis/model/Scop.h"

namespace acc {

/// The body with a declaration turned into an assignment, for a variable that is declared where its
/// place is; null when nothing is left. `accessOf` tells the access of each node, and gets the one
/// of the new target.
///   const double t = B[i];   ->   t = B[i];
StmtRef assignedBody(const Scop &scop, const ScopStatement &statement,
                     std::map<const Expr *, int> &accessOf);

} // namespace acc
