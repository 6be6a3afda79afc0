// Hoists row-activity flags out of loops that do not change them.
#pragma once

#include "rewriter/emit/lower/LoweringPass.h"

namespace acc {

/// What a tile's tests say (CodeNode::Kind::Notes) is asked once for all iterations of a loop in
/// which it is the same; where the loop may not run, behind a test of that, as what is tested may
/// not be set then:
///   before: for (i = k + 16; i < n; i += 8) { any = tests of kk, jj; region { .. } }
///   after:  if (k + 16 < n) { any = tests of kk, jj; for (i = k + 16; i < n; i += 8) region { .. }
///           }
CodeNode withEarlyNotes(CodeNode code, const Lowering &nest);

} // namespace acc
