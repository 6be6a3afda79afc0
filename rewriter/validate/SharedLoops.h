// Loops whose iterations threads share out: what the helper before them turns into is right.
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

/// The hint that a loop is shared out: what the helper gets of it, "(1.0 * n, 100)"; none for
/// another hint.
std::optional<std::string_view> sharedWork(std::string_view hint);

/// The loop has the form that OpenMP asks for: a counter from one fixed value to another by fixed
/// steps, left at the end only. What an iteration sets by name is declared in it, and the counter
/// is read in the loop alone: behind it threads leave it as it was. `work`, between the helper's
/// brackets, computes with variables of the code and has no effect. Whether iterations meet in
/// memory is LoopHints' to say. NotProved else.
std::optional<Rejection> checkSharedLoop(const SourceNest &emitted, const StmtRef &loop,
                                         std::string_view work);

} // namespace acc
