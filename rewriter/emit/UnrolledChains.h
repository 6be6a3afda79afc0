// Loops that gcc 12 would part wrongly.
#pragma once

#include "scheduling/Plan.h"

namespace acc {

/// The innermost index of some statement is written out, and copies of it, or iterations of the
/// loop around them, depend on one another. With -fwrapv or -fno-strict-overflow gcc 12 makes loops
/// of their own of such copies, as if it had shown that none needs another (Debian 12.2, -O3, pass
/// ldist with "runtime alias check", 2026-11; without these it parts none of them, and clang does
/// not, either). It leaves loops with an asm statement whole (find_seed_stmts_for_distribution in
/// tree-loop-distribution.cc: "if there is a stmt with side-effects bail out"); ACC_UNROLL_CHAINS
/// puts an empty one there, whatever the flags are that the text is compiled with.
///   for j { A[i][j] = A[i][j - 1] + A[i - 1][j + 1]; A[i + 1][j - 2] = A[i + 1][j - 3] + A[i][j -
///       1]; .. }
bool hasUnrolledChains(const Plan &plan);

} // namespace acc
