// Proves without isl that the loops of rewritten code execute each iteration of the source once, by
// their steps and lengths.
#pragma once

#include "analysis/model/ScopIsl.h"

namespace acc {

/// No two instances of the statement give all of the forms, over its iterators and parameters, the
/// same values. False where that is not seen.
///   i_0 + ii with i_0 in steps of 8 and 0 <= ii < 8: the blocks lie further apart than their
///       places
bool giveDistinctValues(const Scop &scop, const ScopStatement &statement,
                        const std::vector<LinearForm> &forms);

} // namespace acc
