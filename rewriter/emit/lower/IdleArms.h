// Arms that never run, out of full tiles.
#pragma once

#include "rewriter/emit/lower/LoweringPass.h"

namespace acc {

/// In full tiles:
///   before: if (FULL(k + 24 <= i && i + 16 <= n)) { S; if (i <= k + 23) T; }
///   after:  if (FULL(k + 24 <= i && i + 16 <= n)) S;
CodeNode withoutIdleArms(CodeNode code, const Lowering &nest);

} // namespace acc
