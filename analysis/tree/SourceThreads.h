// Threads that the source itself has for a loop.
#pragma once

#include "analysis/tree/SourceTree.h"

namespace acc {

/// In this build threads share out the iterations of the loop, as its pragma says (omp parallel
/// for), and a rewrite shares out its own: how many, as the clause num_threads has it, "" where
/// there is none. None: they do not, or the loop stays as it is.
std::optional<std::string> threadsOf(const LoopFacts &loop);

} // namespace acc
