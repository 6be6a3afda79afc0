// The command line as values.
#pragma once

#include "acc-delin/Options.h"
#include "acc-delin/Report.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace acc {

/// Exit statuses; part of the command's contract.
enum ExitStatus {
  kFine = 0,
  kFindings = 1,
  kUsage = 2,
  kUnitFailed = 3,
  kInternalError = 4,
};

enum class Command { Analyze, Rewrite, Verify, Tune, Merge, Explain, LoopTree };
enum class Format { Text, Json, Sarif, Markdown, Html };
/// Ordered: a finding counts when it is at or above the threshold.
enum class FailOn { None, Recovered, Refused, Lint };
/// What `rewrite` does with its result.
enum class Change { Diff, InPlace, OutputDirectory, ExportFixes, Check };

struct CommandLine {
  Command command = Command::Analyze;
  /// Sources; reports for merge; one id for explain; what to do, then files or
  /// sources for looptree.
  std::vector<std::string> arguments;
  /// What follows `--`.
  std::optional<std::vector<std::string>> flags;
  std::string buildPath;
  std::string output;
  std::string fileFilter;
  /// Worker processes at once.
  unsigned jobs = 1;
  /// This run takes the units whose number modulo shardCount is shardIndex - 1.
  unsigned shardIndex = 1, shardCount = 1;
  /// Seconds until a unit is given up.
  unsigned timeLimit = 60;
  /// Units of one compile database (or one command line with flags) are one program.
  bool wholeProgram = false;
  bool quiet = false;
  std::optional<Format> format;
  /// Of looptree, as given.
  std::string loopTreeFormat;
  FailOn failOn = FailOn::None;
  /// Findings in it are known: they are not told again, and --fail-on does not count them.
  std::optional<report::Report> baseline;
  Change change = Change::Diff;
  std::string outputDirectory;
  /// The file of --export-fixes.
  std::string fixes;
  bool printSchedule = false;
  /// Of verify and tune: C compilers by name or path.
  std::vector<std::string> compilers;
  bool revert = false;
  /// Fast versions that were edited by hand may be overwritten.
  bool force = false;
  UnitOptions unit;
};

/// The command line, or the status to exit with; the reason was printed.
std::variant<CommandLine, int> parseCommandLine(int argc, const char **argv);

} // namespace acc
