// The command line as values.
#pragma once

#include "acc-delin/Report.h"
#include "tools/acc-delin/Configuration.h"
#include "tools/acc-delin/FailOn.h"
#include "tools/acc-delin/Profile.h"
#include "tools/lib/Pipeline.h"

#include "llvm/ADT/Twine.h"

#include <memory>
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

enum class Command { Analyze, Rewrite, Verify, Tune, Merge, Explain, LoopTree, Serve };
/// What `rewrite` does with its result.
enum class Change { Diff, InPlace, OutputDirectory, ExportFixes, Check };

/// What may differ from folder to folder.
struct FolderOptions {
  /// All of it as text, to be compared.
  std::string configuration;
  std::string buildPath;
  /// The file of --schedule; "" for none.
  std::string schedulePath;
  FailOn failOn;
  /// quota, schedule, target, machine, noHeap and fp; the rest is that of the run.
  UnitOptions unit;
};

struct CommandLine {
  Command command = Command::Analyze;
  /// Sources; reports for merge; one id for explain; what to do, then files or
  /// sources for looptree.
  std::vector<std::string> arguments;
  /// As typed, after the command and before `--`.
  std::vector<std::string> words;
  /// What follows `--`.
  std::optional<std::vector<std::string>> flags;
  /// What the command line and --config say, without the files of folders.
  OptionValues given;
  /// Null with --config.
  std::shared_ptr<FolderConfigurations> folders;
  /// The options of the folder that holds everything named.
  FolderOptions base;
  std::string output;
  /// Absolute; the file for the helpers of what is rewritten, "" for a block of them in each file.
  std::string helpers;
  std::string fileFilter, headerFilter;
  /// A revision: only nests that differ from it are reported; "" for all.
  std::string changed;
  /// Finding nothing to read is no error.
  bool allowEmpty = false;
  /// Text lists nests by estimated gain.
  bool byGain = false;
  /// SARIF also lists findings that need no action.
  bool informational = false;
  /// A terminal gets every nest of several files, and not only a summary.
  bool verbose = false;
  /// Reports say what each nest took.
  bool times = false;
  /// Worker processes at once.
  unsigned jobs = 1;
  /// This run takes the units whose number modulo shardCount is shardIndex - 1.
  unsigned shardIndex = 1, shardCount = 1;
  /// Seconds until a unit is given up.
  unsigned timeLimit = 60;
  /// Units of one compile database (or one command line with flags) are one program.
  bool wholeProgram = false;
  bool noInterposition = false;
  bool quiet = false;
  std::optional<Format> format;
  /// The format of looptree, as given.
  std::string loopTreeFormat;
  Color color = Color::Auto;
  /// Where the project's files are on the web, without a slash at its end; "": no links.
  std::string homepage;
  /// Known findings: they are not reported again, and --fail-on does not count them.
  std::optional<report::Report> baseline;
  Change change = Change::Diff;
  std::string outputDirectory;
  /// The file of --export-fixes.
  std::string fixes;
  bool printSchedule = false;
  /// The words of --only. Without them `unit.only` is what the profile says.
  std::set<std::string> only;
  std::optional<Profile> profile;
  /// C compilers for verify, tune and rewrite, by name or path.
  std::vector<std::string> compilers;
  /// Sizes that tune measures with, "n=1024,m=512" each.
  std::vector<std::string> sizes;
  /// The scripts of --schedule that tune measures; empty: those of the automatic choice.
  std::vector<ScriptPoint> points;
  /// The file for the numbers that tune fits; "" for none.
  std::string machineOutput;
  bool revert = false;
  /// Rewritten files keep the numbers of their lines.
  bool lineDirectives = false;
  /// Fast versions that were edited manually may be overwritten.
  bool force = false;
  UnitOptions unit;
};

/// The options of the folder of a file: the command line, and below it the folder's file of
/// options. A message when that is faulty.
std::variant<FolderOptions, std::string> folderOptions(const CommandLine &line,
                                                       const std::string &path);

/// Reports on stderr what is wrong with the command line; returns the exit status.
int usageError(const llvm::Twine &message);

/// The command line, or the status to exit with; the reason was printed.
std::variant<CommandLine, int> parseCommandLine(int argc, const char **argv);

} // namespace acc
