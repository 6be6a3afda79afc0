// The loops of the fast version as text, for --dump-after and for tests that fail.
#pragma once

#include "rewriter/emit/CodeTree.h"
#include "rewriter/emit/LoopOrder.h"

namespace acc {

/// The code in the form of C, with the loops' own names; statements stand as S0(i + ii, j).
///   for (i = 0; i < n; i += 8)
///     if (FULL(i + 8 <= n))
///       for (ii = 0; ii < 8; ii++)
///         S0(i + ii)
std::string codeText(const CodeNode &code, const LoopOrder &loops);

} // namespace acc
