// Written ranges are disjoint from every other range, or the guard checks it.
#pragma once

#include "rewriter/validate/GuardContext.h"
#include "rewriter/validate/GuardReader.h"

namespace acc {

/// For each pair of arrays of which one is written and which may overlap: some
/// address term of the guard keeps all elements accessed of the one before all
/// of the other, in every one of its alternatives. NotProved, or none when good.
std::optional<Rejection> checkDisjointness(const Scop &source,
                                           const std::vector<DisjointTerm> &terms,
                                           const GuardContext &guard);

} // namespace acc
