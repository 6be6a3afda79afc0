// Files that units include, rewritten where they stand: one text for all of their inclusions.
#pragma once

#include "tools/acc-delin/Session.h"
#include "tools/acc-delin/WorkerPool.h"

namespace acc {

/// One inclusion of a file with loops.
struct FileUse {
  size_t request = 0; // of the unit
  unsigned ordinal = 0;
  std::vector<std::string> functions;
};

/// By the path of the file, in the order of the requests.
using FileUses = std::map<std::string, std::vector<FileUse>>;

/// The files below `root` that may hold rewrites, or have them beside them; but for those that hold
/// nothing else: absolute, without links, sorted.
std::vector<std::string> markedFilesBelow(const std::string &root);

/// The texts of those that do, as they were before, by their paths; null when there are none.
std::shared_ptr<const std::map<std::string, std::string>>
originalTextsBelow(const std::string &root);

/// A file with the rewrites of all that read it, and what becomes of it.
struct ReadFile {
  std::string path; // absolute, without links
  UnitOutcome &outcome;
  const std::vector<FileUse> &uses;
};

/// Refuses rewrites with which the file does not compile where it is read, or whose fast version
/// would be compiled where there is no nest that it is of.
void compileTogether(const CommandLine &line, const std::vector<WorkerRequest> &requests,
                     const std::vector<ReadFile> &files, const PoolOptions &pool);

/// Rewrites the files in as few inclusions as have all of their functions, then makes the same
/// rewrites, by their schedules, in all other inclusions. A nest whose text is not the same in each
/// that has it is refused, and so are all of a file that does not compile in one of them.
/// `requests` are those of the units. One outcome for each file, in the order of their paths.
std::vector<UnitOutcome> rewriteIncluded(const CommandLine &line,
                                         const std::vector<WorkerRequest> &requests,
                                         const FileUses &uses, const PoolOptions &pool);

} // namespace acc
