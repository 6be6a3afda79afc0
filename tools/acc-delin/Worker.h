// The worker's side: one translation unit in a process of its own, because GiNaC
// is not thread-safe and a crash of one unit must not take the others along.
#pragma once

#include "tools/acc-delin/Protocol.h"

namespace acc {

/// Processes the unit and writes nests and results to the file descriptor `output`. Included files are
/// told there, the parent is woken, and its answer is read from `answer`; none are read where that
/// is negative. When there is a byte in `spare`, which does not block, a second process may do a part of
/// the work. Returns the exit status of the process that it is.
int runWorker(const WorkerRequest &request, int output, int answer, int spare);

} // namespace acc
