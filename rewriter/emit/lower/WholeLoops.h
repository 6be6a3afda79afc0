// Undoes strip-mining that no longer serves a purpose.
#pragma once

#include "rewriter/emit/lower/LoweringPass.h"

namespace acc {

/// A loop over blocks that stands directly around the one through a block is one loop, where all
/// below counts with the sum of the two alone and the block has no fixed length. The variable is
/// that of the blocks.
///   before: for (k = 0; k < n; k += 16) for (kk = 0; kk < min(16, n - k); kk++) body(k + kk)
///   after:  for (k = 0; k < n; k++) body(k)
///   before: for (k = n - n % 16; k < n; k += 16) for (kk = 0; kk < n - k; kk++) body(k + kk)
///   after:  for (k = n - n % 16; k < n; k++) body(k)
/// Not where threads share out the blocks, nor where a private variable has a cell for each of
/// either.
CodeNode withWholeLoops(CodeNode code, const Lowering &nest);

} // namespace acc
