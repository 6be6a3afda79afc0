#include "tools/acc-delin/CommandLine.h"

#include "tools/acc-delin/TextFile.h"
#include "tools/lib/Pipeline.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/WithColor.h"

#include <algorithm>
#include <thread>

namespace acc {
namespace {

namespace cl = llvm::cl;

const char *const kOverview =
    "acc-delin: recovers multi-dimensional arrays from hand-flattened C, and rewrites loops\n";

cl::SubCommand analyzeCommand("analyze", "Report which loop nests are linearized, and why not");
cl::SubCommand rewriteCommand("rewrite", "Write guarded fast versions of the nests");
cl::SubCommand verifyCommand("verify", "Prove rewrites, run them against the originals");
cl::SubCommand mergeCommand("merge", "Merge JSON reports into one");
cl::SubCommand explainCommand("explain", "Explain the id of a refusal");
cl::SubCommand looptreeCommand("looptree", "Check LoopTree mappings, or write nests as such");

/// The commands that read units.
cl::SubCommandGroup unitCommands({&analyzeCommand, &rewriteCommand, &verifyCommand,
                                  &looptreeCommand});
/// The commands that report on nests.
cl::SubCommandGroup reportCommands({&analyzeCommand, &rewriteCommand, &verifyCommand});

const std::string kCommands = "analyze, rewrite, verify, merge, explain or looptree";

cl::OptionCategory category("Options");

cl::list<std::string> arguments(cl::Positional, cl::desc("ARGUMENT..."), cl::cat(category),
                                cl::sub(unitCommands), cl::sub(mergeCommand),
                                cl::sub(explainCommand));
cl::opt<std::string> buildPath("p", cl::value_desc("BUILD"), cl::cat(category),
                               cl::desc("Directory of compile_commands.json"),
                               cl::sub(unitCommands));
cl::opt<std::string> output("o", cl::value_desc("FILE"), cl::cat(category),
                            cl::desc("Write the output to FILE instead of standard output"),
                            cl::sub(unitCommands), cl::sub(mergeCommand));
cl::opt<unsigned> jobs("j", cl::Prefix, cl::value_desc("N"), cl::init(0), cl::cat(category),
                       cl::desc("Worker processes at once (0: one per core)"),
                       cl::sub(unitCommands));
cl::opt<std::string> shard("shard", cl::value_desc("I/N"), cl::cat(category),
                           cl::desc("Take every N-th unit, starting at the I-th (1 <= I <= N)"),
                           cl::sub(unitCommands));
cl::opt<std::string> fileFilter("file-filter", cl::value_desc("REGEX"), cl::cat(category),
                                cl::desc("Take only files whose path matches"),
                                cl::sub(unitCommands));
cl::opt<unsigned> timeLimit("time-limit", cl::value_desc("SECONDS"), cl::init(60),
                            cl::cat(category), cl::desc("Give up a unit after this processor time, or four times as long by "
                                    "the clock"),
                            cl::sub(unitCommands));
cl::opt<unsigned long long> quota("quota", cl::value_desc("N"), cl::init(0), cl::cat(category),
                                  cl::desc("Integer-set operations per stage and nest"),
                                  cl::sub(unitCommands));
cl::opt<bool> quiet("q", cl::desc("Print no progress and no remarks on standard error"),
                    cl::cat(category), cl::sub(unitCommands));
cl::alias quietAlias("quiet", cl::aliasopt(quiet), cl::desc("Same as -q"), cl::cat(category));
cl::opt<std::string> format("format", cl::value_desc("text|json|markdown"), cl::cat(category),
                            cl::desc("Format of the report"), cl::sub(reportCommands));
cl::list<std::string> parameters("param", cl::value_desc("NAME=VALUE"), cl::cat(category),
                                 cl::desc("Value of a run-time size"), cl::sub(looptreeCommand));
cl::opt<std::string> looptreeFormat("format", cl::value_desc("table|json|svg"),
                                    cl::cat(category), cl::desc("Format of the figures"),
                                    cl::sub(looptreeCommand));
cl::opt<std::string> failOn("fail-on", cl::value_desc("none|recovered|refused|lint"),
                            cl::init("none"), cl::cat(category),
                            cl::desc("Exit with 1 when there is a finding at or above this"),
                            cl::sub(reportCommands));
cl::opt<bool> diff("diff", cl::desc("Print a unified diff (default)"), cl::cat(category),
                   cl::sub(rewriteCommand));
cl::opt<bool> inPlace("i", cl::desc("Edit the files"), cl::cat(category), cl::sub(rewriteCommand));
cl::alias inPlaceAlias("in-place", cl::aliasopt(inPlace), cl::desc("Same as -i"),
                       cl::cat(category));
cl::opt<std::string> outputDirectory("output-dir", cl::value_desc("DIR"), cl::cat(category),
                                     cl::desc("Write changed files below DIR"),
                                     cl::sub(rewriteCommand));
cl::opt<bool> check("check", cl::desc("Write nothing; exit with 1 when a file would change"),
                    cl::cat(category), cl::sub(rewriteCommand));
cl::opt<bool> revertOption("revert", cl::desc("Restore the original text of rewritten files"),
                           cl::cat(category), cl::sub(rewriteCommand));
cl::opt<std::string> schedule("schedule", cl::value_desc("auto|none|FILE"), cl::init("auto"),
                              cl::cat(category), cl::desc("Where schedules come from"),
                              cl::sub(unitCommands));
cl::opt<bool> printSchedule("print-schedule", cl::cat(category),
                            cl::desc("Print the schedules as a script instead of a diff"),
                            cl::sub(rewriteCommand));
cl::list<std::string> compilers("compiler", cl::value_desc("NAME"), cl::cat(category),
                                cl::desc("C compiler to run both versions with; may be repeated "
                                         "(default: gcc and clang)"),
                                cl::sub(verifyCommand));
cl::opt<bool> openmp("openmp", cl::cat(category),
                     cl::desc("Emit OpenMP parallel loops where proved (not in this version)"),
                     cl::sub(reportCommands));
cl::opt<bool> noHeap("no-heap", cl::desc("Emit no calls of malloc"), cl::cat(category),
                     cl::sub(reportCommands));
cl::opt<std::string> floatingPoint("fp", cl::value_desc("strict|source|reassociate"),
                                   cl::init("strict"), cl::cat(category),
                                   cl::desc("Which reassociation of floating point is allowed"),
                                   cl::sub(analyzeCommand), cl::sub(rewriteCommand));
cl::opt<std::string> dumpAfter("dump-after", cl::value_desc("STAGE"), cl::cat(category),
                               cl::desc("Print the values after a stage to standard error"),
                               cl::sub(analyzeCommand), cl::sub(rewriteCommand));
cl::opt<bool> timeStages("time-stages", cl::desc("Print what each stage cost"), cl::cat(category),
                         cl::sub(analyzeCommand), cl::sub(rewriteCommand));

int usageError(const llvm::Twine &message) {
  llvm::WithColor::error(llvm::errs(), "acc-delin") << message << '\n';
  return kUsage;
}

template <typename T>
bool parseChoice(const std::string &text, std::initializer_list<std::pair<const char *, T>> choices,
                 T &value) {
  for (const auto &[name, choice] : choices)
    if (text == name) {
      value = choice;
      return true;
    }
  return false;
}

std::optional<int> readFormat(CommandLine &line) {
  if (format.getNumOccurrences() == 0)
    return std::nullopt;
  if (format == "sarif" || format == "html")
    return usageError("--format=" + format + " is not available in this version");
  Format value;
  if (!parseChoice<Format>(
          format, {{"text", Format::Text}, {"json", Format::Json}, {"markdown", Format::Markdown}},
          value))
    return usageError("--format: expected text, json or markdown, found '" + format + "'");
  line.format = value;
  return std::nullopt;
}

std::optional<int> readShard(CommandLine &line) {
  if (shard.empty())
    return std::nullopt;
  auto [index, count] = llvm::StringRef(shard).split('/');
  if (index.getAsInteger(10, line.shardIndex) || count.getAsInteger(10, line.shardCount) ||
      line.shardIndex < 1 || line.shardIndex > line.shardCount)
    return usageError("--shard: expected I/N with 1 <= I <= N, found '" + shard + "'");
  return std::nullopt;
}

std::optional<int> readSchedule(CommandLine &line) {
  if (schedule == "auto" || schedule == "none") {
    line.unit.scheduleFrom =
        schedule == "auto" ? UnitOptions::ScheduleFrom::Auto : UnitOptions::ScheduleFrom::None;
    return std::nullopt;
  }
  std::optional<std::string> text = readTextFile(schedule);
  if (!text)
    return usageError("cannot read the schedule " + schedule);
  auto nests = nestsOfScript(*text);
  if (auto *error = std::get_if<report::Finding>(&nests)) {
    llvm::errs() << schedule << ':' << error->line << ':' << error->column
                 << ": error: " << error->message << '\n';
    return kUsage;
  }
  line.unit.scheduleFrom = UnitOptions::ScheduleFrom::Script;
  line.unit.script = std::move(*text);
  return std::nullopt;
}

std::optional<int> readParameters(CommandLine &line) {
  for (const std::string &text : parameters) {
    auto [name, value] = llvm::StringRef(text).rsplit('=');
    int64_t number = 0;
    if (name.empty() || value.getAsInteger(10, number))
      return usageError("--param: expected NAME=VALUE, found '" + text + "'");
    line.unit.parameters[name.str()] = number;
  }
  return std::nullopt;
}

std::optional<int> readChange(CommandLine &line) {
  bool toDirectory = outputDirectory.getNumOccurrences() > 0;
  if (diff + inPlace + check + toDirectory > 1)
    return usageError("--diff, -i, --output-dir and --check exclude each other");
  if (toDirectory && outputDirectory.empty())
    return usageError("--output-dir: the directory is missing");
  if (revertOption && printSchedule)
    return usageError("--revert and --print-schedule exclude each other");
  line.change = inPlace       ? Change::InPlace
                : check       ? Change::Check
                : toDirectory ? Change::OutputDirectory
                              : Change::Diff;
  line.outputDirectory = outputDirectory;
  line.printSchedule = printSchedule;
  line.compilers = compilers;
  line.revert = revertOption;
  return std::nullopt;
}

std::optional<int> readUnitOptions(CommandLine &line) {
  if (!parseChoice<FloatingPoint>(floatingPoint,
                                  {{"strict", FloatingPoint::Strict},
                                   {"source", FloatingPoint::Source},
                                   {"reassociate", FloatingPoint::Reassociate}},
                                  line.unit.fp))
    return usageError("--fp: expected strict, source or reassociate, found '" + floatingPoint +
                      "'");
  const std::vector<std::string> &stages = stageNames();
  if (!dumpAfter.empty() && std::find(stages.begin(), stages.end(), dumpAfter) == stages.end()) {
    std::string known;
    for (const std::string &stage : stages)
      known += (known.empty() ? "" : ", ") + stage;
    return usageError("--dump-after: no stage '" + dumpAfter + "'; there are " + known);
  }
  if (quota)
    line.unit.quota = quota;
  line.unit.rewrite = line.command == Command::Rewrite || line.command == Command::Verify;
  line.unit.loopTree = line.command == Command::LoopTree;
  // Only the JSON of a report shows schedules; a dump or the times may ask for any stage.
  line.unit.plan = line.unit.rewrite || line.format == Format::Json || !dumpAfter.empty() ||
                   timeStages;
  line.unit.openmp = openmp;
  if (openmp)
    llvm::WithColor::warning(llvm::errs(), "acc-delin")
        << "--openmp: this version proves and writes no parallel loops; the option has no effect\n";
  line.unit.noHeap = noHeap;
  line.unit.dumpAfter = dumpAfter;
  line.unit.timeStages = timeStages;
  return readSchedule(line);
}

std::optional<int> readCommonOptions(CommandLine &line) {
  if (!parseChoice<FailOn>(failOn,
                           {{"none", FailOn::None},
                            {"recovered", FailOn::Recovered},
                            {"refused", FailOn::Refused},
                            {"lint", FailOn::Lint}},
                           line.failOn))
    return usageError("--fail-on: expected none, recovered, refused or lint, found '" + failOn +
                      "'");
  std::string regexError;
  if (!fileFilter.empty() && !llvm::Regex(fileFilter).isValid(regexError))
    return usageError("--file-filter: " + regexError);
  line.buildPath = buildPath;
  line.fileFilter = fileFilter;
  line.jobs = jobs ? unsigned(jobs) : std::max(1u, std::thread::hardware_concurrency());
  line.timeLimit = std::max(1u, unsigned(timeLimit));
  line.quiet = quiet;
  return std::nullopt;
}

std::optional<int> checkArguments(const CommandLine &line) {
  switch (line.command) {
  case Command::Analyze:
  case Command::Rewrite:
  case Command::Verify:
    return line.arguments.empty() ? std::optional(usageError("no PATH was given")) : std::nullopt;
  case Command::Merge:
    return line.arguments.empty() ? std::optional(usageError("no report was given")) : std::nullopt;
  case Command::Explain:
    return line.arguments.size() == 1 ? std::nullopt
                                      : std::optional(usageError("explain takes one id"));
  case Command::LoopTree:
    return line.arguments.empty()
               ? std::optional(usageError("looptree: check or export is missing"))
               : std::nullopt;
  }
  return std::nullopt;
}

/// The subcommand, or the status when the first word is none of ours.
std::variant<Command, int> readCommand(int argc, const char **argv) {
  if (argc < 2) {
    usageError("no command was given: " + kCommands + " (see --help)");
    return int(kUsage);
  }
  std::string word = argv[1];
  Command command = Command::Analyze;
  if (word.starts_with("-") || parseChoice<Command>(word,
                                                    {{"analyze", Command::Analyze},
                                                     {"rewrite", Command::Rewrite},
                                                     {"verify", Command::Verify},
                                                     {"merge", Command::Merge},
                                                     {"explain", Command::Explain},
                                                     {"looptree", Command::LoopTree}},
                                                    command))
    return command;
  if (word == "tune")
    return usageError("the command 'tune' is not available in this version");
  return usageError("unknown command '" + word + "': " + kCommands);
}

} // namespace

std::variant<CommandLine, int> parseCommandLine(int argc, const char **argv) {
  std::variant<Command, int> command = readCommand(argc, argv);
  if (int *status = std::get_if<int>(&command))
    return *status;
  CommandLine line;
  line.command = std::get<Command>(command);

  const char **end = argv + argc;
  const char **dashes =
      std::find_if(argv, end, [](const char *word) { return std::string_view(word) == "--"; });
  if (dashes != end)
    line.flags.emplace(dashes + 1, end);

  cl::SetVersionPrinter([](llvm::raw_ostream &out) { out << "acc-delin " << kVersion << '\n'; });
  for (cl::SubCommand *sub : {&analyzeCommand, &rewriteCommand, &verifyCommand, &mergeCommand,
                              &explainCommand, &looptreeCommand})
    cl::HideUnrelatedOptions(category, *sub);
  cl::HideUnrelatedOptions(category);
  if (!cl::ParseCommandLineOptions(static_cast<int>(dashes - argv), argv, kOverview, &llvm::errs()))
    return int(kUsage);
  if (argv[1][0] == '-')
    return usageError("no command was given: " + kCommands + " (see --help)");

  line.arguments = arguments;
  line.loopTreeFormat = looptreeFormat;
  line.output = output;
  for (auto read : {readCommonOptions, readFormat, readShard, readChange, readUnitOptions,
                    readParameters})
    if (std::optional<int> status = read(line))
      return *status;
  if (std::optional<int> status = checkArguments(line))
    return *status;
  return line;
}

} // namespace acc
