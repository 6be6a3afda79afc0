// Code that several conditions choose, once.
#pragma once

#include "rewriter/emit/lower/LoweringPass.h"

namespace acc {

/// isl makes a case of each convex part of a condition:
///   before: if (u <= -1) body else if (u >= 1) body
///   after:  if (u <= -1 || u >= 1) body
CodeNode withJoinedArms(CodeNode code, const Lowering &);

} // namespace acc
