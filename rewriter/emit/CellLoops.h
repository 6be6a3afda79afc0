// The loops that say in which cell a private variable is.
#pragma once

#include "rewriter/emit/CodeTree.h"
#include "rewriter/emit/PrivatePlaces.h"

namespace acc {

/// isl leaves a loop out where it has one iteration of known value. Around a statement that has a
/// cell for each iteration of it the value comes back:
///   before: t[kk] = b[m - 1]            after: with kk = m - 1 - k: t[kk] = b[m - 1]
CodeNode withCellLoops(CodeNode node, const Plan &plan, const LoopOrder &loops,
                       const std::vector<PrivatePlace> &privates);

} // namespace acc
