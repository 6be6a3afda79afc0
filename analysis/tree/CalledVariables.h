// Determines which variables a called function shares with its caller.
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

/// A variable of the function that is one of the caller, or a place reached from one.
struct SharedVariable {
  SymbolId own = -1;
  /// As the caller names it: `im.w` for m.w in a function that is given im.
  std::string name;
};

/// Those of the function in this call of it, which fits its parameters (Expr::fitsParameters). None
/// where the function sets a place that is reached from a variable, or where it is not told which
/// place of the caller it means.
std::optional<std::vector<SharedVariable>>
sharedVariables(const SourceNest &caller, const CalledFunction &function, const Expr &call);

} // namespace acc
