// Which arrays and scalars the code behind a nest may read.
#pragma once

#include "analysis/model/Scop.h"

namespace acc {

/// The array is a local one of the function, and nothing behind the nest reads it: what
/// its memory holds there does not matter. Index in Scop::arrays.
bool isDeadAfter(const Scop &scop, int array);

/// Scalars that the code behind the nest may read.
std::set<SymbolId> liveOutOf(const SourceNest &nest);

} // namespace acc
