// Which variables the code behind a nest may read.
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

/// Scalars that the code behind the nest may read.
std::set<SymbolId> liveOutOf(const SourceNest &nest);

} // namespace acc
