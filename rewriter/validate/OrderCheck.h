// The cheap proof of order: conflicting accesses keep the source's order.
#pragma once

#include "rewriter/validate/PrivateImage.h"

namespace acc {

/// The number of conflicts (pairs of accesses to one element, one of them a
/// write) whose order was compared, when every pair of conflicting instances runs
/// in the source's order. Together with private arrays that are exact
/// (BufferCheck.h) every read then sees its value of the source and memory ends
/// the same. None when that is not so: values may still be right.
std::optional<unsigned> conflictsInOrder(const Scop &source, const Scop &emitted,
                                         const std::vector<MatchedStatement> &matched,
                                         const Placement &placement, const GuardContext &guard);

} // namespace acc
