// The parent's side: workers in parallel, each under a time limit.
#pragma once

#include "tools/acc-delin/Protocol.h"

namespace acc {

struct PoolOptions {
  unsigned jobs = 1;
  /// Processor time of one unit; by the clock four times as much.
  unsigned secondsPerUnit = 60;
};

/// Told how many of the units are done, and the input of the last one.
using PoolObserver = std::function<void(size_t done, const UnitInput &last)>;

/// One result per request, in the same order. A worker that dies in a nest is started again, and that
/// nest is refused. One that dies elsewhere gives a file with status "crashed", one that runs out of
/// time "timeout", each with an error that names the nest it was in.
std::vector<UnitResult> runWorkers(const std::vector<WorkerRequest> &requests,
                                   const PoolOptions &options, const PoolObserver &observer = {});

/// The same for requests that name included files: per request one result for each of those. Of a
/// worker that dies or runs out of time, the files that were not done have that status.
std::vector<std::vector<UnitResult>> runIncludedWorkers(const std::vector<WorkerRequest> &requests,
                                                        const PoolOptions &options);

} // namespace acc
