// Remainders that are known from where loops start and how they step.
#pragma once

#include "rewriter/emit/CodeTree.h"

namespace acc {

/// Replaces remainders of which the loops around leave no choice, and the tests of them:
///   before: for (j = 0; j < n; j += 32) if (j % 32 == 0 && j < m) body at j - j % 8
///   after:  for (j = 0; j < n; j += 32) if (j < m) body at j
/// What is left of such loops in a remainder goes: (n - j) % 8 is n % 8 inside this one.
CodeNode withKnownRests(CodeNode node);

} // namespace acc
