// The worker's side: one translation unit in a process of its own, because GiNaC
// is not thread-safe and a crash of one unit must not take the others along.
#pragma once

#include "tools/acc-delin/Protocol.h"

namespace acc {

/// Processes the unit and writes nests and result to the file descriptor `output`.
/// Returns the exit status of the process that it is.
int runWorker(const WorkerRequest &request, int output);

} // namespace acc
