// Removes loops over blocks that have only one iteration.
#pragma once

#include "rewriter/emit/lower/LoweringPass.h"

namespace acc {

/// isl leaves a loop out where it has one iteration. Where that is a block at a place that
/// divides the loops around it, the loop comes back, so that subscripts need no division:
///   before: body at s - s % 8
///   after:  for (i = 0; i <= s; i += 8) if (s <= i + 7) body at i
/// Where Lowering::neverNegative holds for its depth.
CodeNode withBlockLoops(CodeNode code, const Lowering &nest);

} // namespace acc
