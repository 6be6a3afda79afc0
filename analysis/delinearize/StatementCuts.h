// Cuts statements into pieces that exclude each other, so that each piece has a separate view of an
// index.
#pragma once

#include "analysis/model/Scop.h"
#include "analysis/support/IslContext.h"

#include <map>

namespace acc {

/// What distinguishes the pieces of each statement, by its index in Scop::statements.
using Cuts = std::map<int, std::vector<Condition>>;

/// Each statement once for each combination of its conditions and their negations, in the place
/// where it was, without the pieces in which nothing can run.
///   S(i, j) cut at j < 5   ->   S(i, j) where j < 5;  S(i, j) where 5 <= j
Scop cutAt(const Scop &scop, const Cuts &cuts, const IslContext &context);

} // namespace acc
