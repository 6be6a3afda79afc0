// From the PATHs of the command line to translation units.
#pragma once

#include "tools/acc-delin/CommandLine.h"
#include "tools/lib/Pipeline.h"

namespace acc {

/// A file to work on.
struct Unit {
  /// As reports and diffs name it: as the user did, or below the directory named.
  std::string name;
  std::string path; // absolute
  /// One per distinct command of the database, at least one.
  std::vector<UnitInput> inputs;
  /// The options of its folder.
  FolderOptions options = {};
};

struct UnitList {
  std::vector<Unit> units;
  /// The deepest directory that holds everything named: --output-dir mirrors the
  /// paths below it.
  std::string commonParent;
  /// Further units of C in the compile databases.
  unsigned others = 0;
};

/// The deepest folder that holds both; absolute paths.
std::string commonDirectory(const std::string &a, const std::string &b);

/// Every file named, and every *.c file of the compile database below every
/// directory named, each once, after --file-filter and --shard. With flags after
/// `--` no database is used. A message (exit status 2) when a path does not
/// exist, there is no database, it does not list a file that was named, a file named is no source,
/// a flag after `--` is unknown, or, without --allow-empty, when there is nothing to read.
/// What else is left out, or may not be as it should, is told on standard error.
std::variant<UnitList, std::string> collectUnits(const CommandLine &line);

/// The same without flags: every file named, and every *.c file below a
/// directory.
std::variant<UnitList, std::string> collectFiles(const CommandLine &line);

} // namespace acc
