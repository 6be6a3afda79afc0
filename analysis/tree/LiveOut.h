// Determines which variables may be read after a nest.
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

/// Scalars that may be read after the nest.
std::set<SymbolId> liveOutOf(const SourceNest &nest);

} // namespace acc
