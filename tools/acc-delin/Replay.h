// Replays the schedule of a marker on the original after it.
#pragma once

#include "tools/acc-delin/RewrittenFile.h"

#include <map>

namespace acc {

/// What came of it for one nest: the text is what the schedule gives, or why it is not.
struct Replayed {
  bool isSame = false;
  std::string why;
};

/// What came of it for one file.
struct ReplayedFile {
  std::map<std::string, Replayed> nests; // those that carry a schedule
  /// The rewritten text, in which statements have the lines for the proof
  /// (rewriter/helpers/Instances.h) that they have in what the schedules give.
  std::string claimed;
};

/// The hashes of the markers distinguish a manually edited fast version from a changed original.
std::vector<ReplayedFile> replayAll(const CommandLine &line,
                                    const std::vector<RewrittenFile> &files);

} // namespace acc
