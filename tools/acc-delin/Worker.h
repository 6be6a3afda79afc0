// The worker's side: one translation unit in a process of its own, because GiNaC
// is not thread-safe and a crash of one unit must not take the others along.
#pragma once

#include "tools/acc-delin/Protocol.h"

#include <sys/types.h>

namespace acc {

/// File descriptors between a worker and its parent.
struct WorkerEnds {
  /// Where nests and results are written, and the included files of the unit; then the parent is
  /// woken.
  int output = -1;
  /// Which of these to read; if negative, none are reported or read.
  int answer = -1;
  /// When there is a byte in it, which does not block, a second process may do a part of the work.
  int spare = -1;
};

/// Processes the unit. Returns the exit status of the process that it is: kUnitFailed where its
/// output could not be written.
int runWorker(const WorkerRequest &request, const WorkerEnds &ends);

/// What a reader tells of a copy of itself that works on a unit.
struct CopyNews {
  pid_t pid;
  bool hasEnded;
  int status; // as waitpid gives it
};

/// Reads what several units begin with; a copy of the process then works on `first`, and others,
/// one after the other, on the requests whose numbers come through `numbers`. Their news are
/// written to `news`, and the parent is woken at their ends. Returns in the copies, as runWorker
/// does.
int runReader(const std::vector<WorkerRequest> &requests, size_t first, const WorkerEnds &ends,
              int numbers, int news);

} // namespace acc
