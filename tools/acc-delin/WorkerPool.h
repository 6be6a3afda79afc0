// The parent's side: workers in parallel, each under a time limit.
#pragma once

#include "tools/acc-delin/Protocol.h"

namespace acc {

/// Given the number of a request and the files with loops that its unit includes, the paths of
/// those to be read with it. Asked once for each request, in the order of work: that of the
/// requests, but those that begin alike come together.
using IncludedChooser = std::function<std::vector<std::string>(
    size_t request, const std::vector<FileInclusions> &files)>;

struct PoolOptions {
  unsigned jobs = 1;
  /// Processor time of one unit, its helper's included; one that only waits is ended by the clock.
  unsigned secondsPerUnit = 60;
  /// None: no included files are read.
  IncludedChooser choose = {};
  /// What units begin with alike is read once for several of them. All requests have the same
  /// options.
  bool sharesBeginnings = false;
};

/// Called with the number of finished units and the input of the last one.
using PoolObserver = std::function<void(size_t done, const UnitInput &last)>;

/// Per request, in the same order, the result of the unit and of each included file that was
/// chosen. A worker that dies in a nest, or whose time one nest takes, is started again, and that
/// nest is refused; one that dies while it reads included files is started again without them. One
/// that dies elsewhere gives files with status "crashed", one that runs out of time "timeout", each
/// with an error that names the nest it was in, if any; of such a worker the files that it had done
/// before others are kept.
std::vector<std::vector<UnitResult>> runWorkers(const std::vector<WorkerRequest> &requests,
                                                const PoolOptions &options,
                                                const PoolObserver &observer = {});

} // namespace acc
