// Loops that gcc 12 parts wrongly.
#pragma once

#include "scheduling/Plan.h"

namespace acc {

/// The innermost index of some statement is written out, and copies of it, or iterations of the loop around them, depend on one another.
/// Under -fwrapv gcc 12 makes loops of their own of such copies, as if it had shown that none needs another (Debian 12.2, -O3, pass ldist with
/// "runtime alias check", 2026-11; without -fwrapv it parts none of them, and clang does not, either).
///   for j { A[i][j] = A[i][j - 1] + A[i - 1][j + 1]; A[i + 1][j - 2] = A[i + 1][j - 3] + A[i][j - 1]; .. }
bool hasUnrolledChains(const Plan &plan);

} // namespace acc
