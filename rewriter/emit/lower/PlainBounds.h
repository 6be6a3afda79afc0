// Rewrites loops so that their bounds need no division.
#pragma once

#include "rewriter/emit/lower/LoweringPass.h"

namespace acc {

/// Moves bounds with divisions, as skewing by more than 1 makes them, from loops
/// that have others into a condition on the body. The language of the emitted code
/// is that which is read back: bounds are polynomials, conditions may scale.
///   before: for (s = 0; s < min(8, (i + n)/2); s++) body
///   after:  for (s = 0; s < 8; s++) if (2*s + 2 <= i + n) body
/// A loop whose only bound is a quotient counts in steps of the divisor where its body does:
///   before: for (s = 0; s <= (n - i)/8; s++) body at i + 8*s
///   after:  for (s = 0; s <= n - i; s += 8) body at i + s
/// A loop over blocks that starts at the block where another index is starts at 0
/// and leaves out the blocks before, where Lowering::neverNegative holds
/// for its depth.
///   before: for (i = s - s % 8; i < n; i += 8) body
///   after:  for (i = 0; i < n; i += 8) if (s <= i + 7) body
CodeNode withPlainBounds(CodeNode code, const Lowering &nest);

} // namespace acc
