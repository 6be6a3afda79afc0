// Variables that a reading of a nest adds to it.
#pragma once

#include "analysis/tree/SourceNest.h"

#include <functional>

namespace acc {

/// Adds a variable with a name of its own made of `hint`. `counts`: Symbol::counts.
SymbolId addInvented(SourceNest &nest, const std::string &hint, const CType &type,
                     SymbolId counts = -1);

/// Adds a symbol with a fresh name made from the hint to the nest's table.
using NewSymbol = std::function<SymbolId(const std::string &hint, const CType &type)>;

} // namespace acc
