// Pragmas of the emitted code that promise independence to the compiler.
#pragma once

#include "rewriter/validate/CellProgram.h"

namespace acc {

/// Every loop under a pragma (other than one that only unrolls) carries no
/// dependence, neither through memory nor through locals declared outside of it. Of
/// those that run iterations at the same time only the helper for threads is proved, on loops as
/// SharedLoops.h has them. NotProved else.
std::optional<Rejection> checkLoopHints(const Scop &emitted, const CellProgram &program);

} // namespace acc
