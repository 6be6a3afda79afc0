// The loops that say in which cell a private variable is.
#pragma once

#include "rewriter/emit/lower/LoweringPass.h"

namespace acc {

/// isl leaves a loop out where it has one iteration of known value. Around a statement that has a
/// cell for each iteration of it the value comes back:
///   before: t[kk] = b[m - 1]            after: with kk = m - 1 - k: t[kk] = b[m - 1]
CodeNode withCellLoops(CodeNode code, const Lowering &nest);

} // namespace acc
