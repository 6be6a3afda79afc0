// Variables that a reading of a nest adds to it.
#pragma once

#include "analysis/model/SourceNest.h"

namespace acc {

/// Adds a variable with a name of its own made of `hint`. `counts`: Symbol::counts.
SymbolId addInvented(SourceNest &nest, const std::string &hint, const CType &type,
                     SymbolId counts = -1);

} // namespace acc
