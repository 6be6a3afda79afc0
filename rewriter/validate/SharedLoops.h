// Proves parallel loops of the rewritten code correct: what the helper before them expands to.
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

/// The hint that a loop is shared out: what the helper gets of it, "(1.0 * n, 100)"; none for
/// another hint.
std::optional<std::string_view> sharedWork(std::string_view hint);

/// The loop has the form that OpenMP requires: a counter from one fixed value to another by fixed
/// steps, left only at the end. Variables that an iteration assigns by name are declared in it. The
/// counter is read only in the loop, because threads leave it unchanged afterwards. `work`, between
/// the helper's brackets, computes with variables of the code and has no side effect. LoopHints
/// checks whether iterations conflict in memory. NotProved otherwise.
std::optional<Rejection> checkSharedLoop(const SourceNest &emitted, const StmtRef &loop,
                                         std::string_view work);

} // namespace acc
