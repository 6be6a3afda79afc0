#include "tools/acc-delin/CommandLine.h"

#include "analysis/support/IslContext.h"
#include "tools/acc-delin/Choices.h"
#include "tools/acc-delin/Configuration.h"
#include "tools/acc-delin/TextFile.h"
#include "tools/lib/Pipeline.h"
#include "tools/report/Json.h"

#include "llvm/Config/llvm-config.h"
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
cl::SubCommand tuneCommand("tune", "Measure schedules, write the best as a script");
cl::SubCommand mergeCommand("merge", "Merge JSON reports into one");
cl::SubCommand explainCommand("explain", "Explain the id of a refusal");
cl::SubCommand looptreeCommand("looptree", "Check LoopTree mappings, or write nests as such");

/// The commands that read units.
cl::SubCommandGroup unitCommands({&analyzeCommand, &rewriteCommand, &verifyCommand,
                                  &tuneCommand, &looptreeCommand});
/// The commands that report on nests.
cl::SubCommandGroup reportCommands({&analyzeCommand, &rewriteCommand, &verifyCommand});

const std::string kCommands = "analyze, rewrite, verify, tune, merge, explain or looptree";

cl::OptionCategory category("Options");

cl::list<std::string> arguments(cl::Positional, cl::desc("ARGUMENT..."), cl::cat(category),
                                cl::sub(unitCommands), cl::sub(mergeCommand),
                                cl::sub(explainCommand));
cl::opt<std::string> buildPath("p", cl::value_desc("BUILD"), cl::cat(category),
                               cl::desc("Directory of compile_commands.json"),
                               cl::sub(unitCommands));
cl::opt<std::string> configurationFile("config", cl::value_desc("FILE|none"), cl::cat(category),
                                       cl::desc("File of options (default: .acc-delin.yaml in or "
                                                "above the folder of each PATH)"),
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
                                  cl::desc("Integer-set operations for the analysis of a nest, and for each later "
                                           "stage"),
                                  cl::sub(unitCommands));
cl::opt<bool> wholeProgram("whole-program", cl::cat(category),
                           cl::desc("The files of the compile database are linked with one another: "
                                    "see through functions that other files define"),
                           cl::sub(unitCommands));
cl::opt<bool> quiet("q", cl::desc("Print no progress and no remarks on standard error, only what failed"),
                    cl::cat(category), cl::sub(unitCommands));
cl::alias quietAlias("quiet", cl::aliasopt(quiet), cl::desc("Same as -q"), cl::cat(category));
cl::opt<std::string> format("format", cl::value_desc("text|json|sarif|markdown|html"),
                            cl::cat(category), cl::desc("Format of the report"),
                            cl::sub(reportCommands));
cl::list<std::string> parameters("param", cl::value_desc("NAME=VALUE"), cl::cat(category),
                                 cl::desc("Value of a run-time size"), cl::sub(looptreeCommand));
cl::opt<std::string> looptreeFormat("format", cl::value_desc("table|json|svg"),
                                    cl::cat(category), cl::desc("Format of the figures"),
                                    cl::sub(looptreeCommand));
cl::opt<std::string> failOn("fail-on", cl::value_desc("none|recovered|refused|lint"),
                            cl::cat(category),
                            cl::desc("Exit with 1 when there is a finding at or above this"),
                            cl::sub(reportCommands));
cl::opt<std::string> baseline("baseline", cl::value_desc("REPORT"), cl::cat(category),
                              cl::desc("JSON report whose findings are known: only others are "
                                       "told and counted"),
                              cl::sub(analyzeCommand), cl::sub(rewriteCommand));
cl::opt<bool> diff("diff", cl::desc("Print a unified diff (default)"), cl::cat(category),
                   cl::sub(rewriteCommand));
cl::opt<bool> inPlace("i", cl::desc("Edit the files"), cl::cat(category), cl::sub(rewriteCommand));
cl::alias inPlaceAlias("in-place", cl::aliasopt(inPlace), cl::desc("Same as -i"),
                       cl::cat(category));
cl::opt<std::string> outputDirectory("output-dir", cl::value_desc("DIR"), cl::cat(category),
                                     cl::desc("Write changed files below DIR"),
                                     cl::sub(rewriteCommand));
cl::opt<std::string> exportFixes("export-fixes", cl::value_desc("FILE"), cl::cat(category),
                                 cl::desc("Write the edits to FILE, for clang-apply-replacements"),
                                 cl::sub(rewriteCommand));
cl::opt<bool> check("check", cl::desc("Write nothing; exit with 1 when a file would change"),
                    cl::cat(category), cl::sub(rewriteCommand));
cl::opt<bool> revertOption("revert", cl::desc("Restore the original text of rewritten files"),
                           cl::cat(category), cl::sub(rewriteCommand));
cl::opt<bool> force("force", cl::desc("Overwrite fast versions that were edited by hand"),
                    cl::cat(category), cl::sub(rewriteCommand));
cl::opt<std::string> schedule("schedule", cl::value_desc("auto|none|FILE"), cl::init("auto"),
                              cl::cat(category), cl::desc("Where schedules come from"),
                              cl::sub(unitCommands));
cl::opt<bool> printSchedule("print-schedule", cl::cat(category),
                            cl::desc("Print the schedules as a script instead of a diff"),
                            cl::sub(rewriteCommand));
cl::list<std::string> compilers("compiler", cl::value_desc("NAME"), cl::cat(category),
                                cl::desc("C compiler to run both versions with; verify takes "
                                         "several (default: gcc and clang), tune one (default: "
                                         "that of the compile database, else cc)"),
                                cl::sub(verifyCommand), cl::sub(tuneCommand));
cl::opt<bool> openmp("openmp", cl::cat(category),
                     cl::desc("Emit OpenMP parallel loops where proved (not in this version)"),
                     cl::sub(reportCommands));
cl::opt<bool> noHeap("no-heap", cl::desc("Emit no calls of malloc"), cl::cat(category),
                     cl::sub(reportCommands));
cl::opt<std::string> floatingPoint("fp", cl::value_desc("strict|source|reassociate"),
                                   cl::init("strict"), cl::cat(category),
                                   cl::desc("Which reassociation of floating point is allowed; "
                                            "no step makes use of it yet"),
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

/// The value of the word `text`; an error that lists the words when it is none.
template <typename T, size_t N>
std::optional<int> readChoice(const char *option, const std::string &text,
                              const Choice<T> (&choices)[N], T &value) {
  std::string words;
  for (size_t k = 0; k < N; ++k) {
    if (text == choices[k].word) {
      value = choices[k].value;
      return std::nullopt;
    }
    words += (k == 0 ? "" : k + 1 == N ? " or " : ", ") + std::string(choices[k].word);
  }
  return usageError(llvm::Twine(option) + ": expected " + words + ", found '" + text + "'");
}

std::vector<std::string> pathsOf(const CommandLine &line) {
  size_t words = line.command == Command::LoopTree ? 1 : 0; // check or export
  return {line.arguments.begin() + std::min(words, line.arguments.size()), line.arguments.end()};
}

/// Sets each option that the command line leaves open from the configuration.
std::optional<int> readConfigurationFile(CommandLine &line) {
  bool readsUnits = line.command != Command::Merge && line.command != Command::Explain;
  if (!readsUnits || configurationFile == "none" || pathsOf(line).empty())
    return std::nullopt;
  std::string file = configurationFile;
  if (configurationFile.getNumOccurrences() == 0) {
    auto found = findConfiguration(pathsOf(line));
    if (found.index() == 1)
      return usageError(std::get<1>(found));
    file = std::get<0>(found);
    if (file.empty())
      return std::nullopt;
  }
  std::optional<std::string> text = readTextFile(file);
  if (!text)
    return usageError("cannot read the configuration " + file);
  auto read = readConfiguration(*text);
  if (auto *error = std::get_if<ConfigurationError>(&read)) {
    llvm::errs() << file << ':' << error->line << ':' << error->column
                 << ": error: " << error->message << '\n';
    return kUsage;
  }
  auto &configuration = std::get<Configuration>(read);
  resolvePaths(configuration, file);
  auto set = [](auto &option, const auto &value) {
    if (value && option.getNumOccurrences() == 0)
      option = *value;
  };
  set(buildPath, configuration.build);
  set(baseline, configuration.baseline);
  set(fileFilter, configuration.fileFilter);
  set(schedule, configuration.schedule);
  set(jobs, configuration.jobs);
  set(timeLimit, configuration.timeLimit);
  set(quota, configuration.quota);
  set(wholeProgram, configuration.wholeProgram);
  set(quiet, configuration.quiet);
  set(openmp, configuration.openmp);
  set(noHeap, configuration.noHeap);
  if (compilers.empty() && line.command == Command::Verify)
    line.compilers = configuration.compilers;
  // These keep their type; what the command line says is read later.
  line.format = configuration.format;
  line.failOn = configuration.failOn.value_or(line.failOn);
  line.unit.fp = configuration.fp.value_or(line.unit.fp);
  return std::nullopt;
}

std::optional<int> readFormat(CommandLine &line) {
  Format value = Format::Text;
  if (format.getNumOccurrences() > 0) {
    if (auto status = readChoice("--format", format, kFormats, value))
      return status;
    line.format = value;
  }
  bool isKnown = line.format.value_or(Format::Text) == Format::Text ||
                 line.format == Format::Json;
  if (line.command == Command::Verify && !isKnown) {
    if (format.getNumOccurrences() > 0)
      return usageError("--format: verify prints text or json");
    line.format.reset();
  }
  return std::nullopt;
}

std::optional<int> readBaseline(CommandLine &line) {
  if (baseline.empty())
    return std::nullopt;
  std::optional<std::string> text = readTextFile(baseline);
  auto parsed = text ? report::readJson(*text) : "cannot read the file";
  if (auto *error = std::get_if<std::string>(&parsed))
    return usageError("--baseline: " + baseline + ": " + *error);
  line.baseline = std::move(std::get<report::Report>(parsed));
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
  bool toFixes = exportFixes.getNumOccurrences() > 0;
  if (diff + inPlace + check + toDirectory + toFixes > 1)
    return usageError("--diff, -i, --output-dir, --export-fixes and --check exclude each other");
  if (toFixes && exportFixes.empty())
    return usageError("--export-fixes: the file is missing");
  if (toDirectory && outputDirectory.empty())
    return usageError("--output-dir: the directory is missing");
  if (revertOption && printSchedule)
    return usageError("--revert and --print-schedule exclude each other");
  line.change = inPlace       ? Change::InPlace
                : check       ? Change::Check
                : toDirectory ? Change::OutputDirectory
                : toFixes     ? Change::ExportFixes
                              : Change::Diff;
  line.fixes = exportFixes;
  line.outputDirectory = outputDirectory;
  line.printSchedule = printSchedule;
  if (!compilers.empty())
    line.compilers = compilers;
  line.revert = revertOption;
  line.force = force;
  return std::nullopt;
}

std::optional<int> readUnitOptions(CommandLine &line) {
  if (floatingPoint.getNumOccurrences() > 0)
    if (auto status = readChoice("--fp", floatingPoint, kFloatingPoints, line.unit.fp))
      return status;
  const std::vector<std::string> &stages = stageNames();
  if (!dumpAfter.empty() && std::find(stages.begin(), stages.end(), dumpAfter) == stages.end()) {
    std::string known;
    for (const std::string &stage : stages)
      known += (known.empty() ? "" : ", ") + stage;
    return usageError("--dump-after: no stage '" + dumpAfter + "'; there are " + known);
  }
  if (quota)
    line.unit.quota = quota;
  line.unit.rewrite = line.command == Command::Rewrite || line.command == Command::Verify ||
                      line.command == Command::Tune;
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
  if (line.command == Command::Tune)
    return schedule.getNumOccurrences() > 0
               ? std::optional(usageError("--schedule: tune chooses among schedules of its own"))
               : std::nullopt;
  return readSchedule(line);
}

std::optional<int> readCommonOptions(CommandLine &line) {
  if (failOn.getNumOccurrences() > 0)
    if (auto status = readChoice("--fail-on", failOn, kFailOns, line.failOn))
      return status;
  std::string regexError;
  if (!fileFilter.empty() && !llvm::Regex(fileFilter).isValid(regexError))
    return usageError("--file-filter: " + regexError);
  line.buildPath = buildPath;
  line.fileFilter = fileFilter;
  line.jobs = jobs ? unsigned(jobs) : std::max(1u, std::thread::hardware_concurrency());
  line.timeLimit = std::max(1u, unsigned(timeLimit));
  line.wholeProgram = wholeProgram;
  line.quiet = quiet;
  return std::nullopt;
}

std::optional<int> checkArguments(const CommandLine &line) {
  switch (line.command) {
  case Command::Analyze:
  case Command::Rewrite:
  case Command::Verify:
    return line.arguments.empty() ? std::optional(usageError("no PATH was given")) : std::nullopt;
  case Command::Tune:
    if (line.arguments.empty())
      return usageError("no PATH was given");
    return line.output.empty() ? std::optional(usageError("tune: -o FILE is missing"))
                               : std::nullopt;
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
  for (const Choice<Command> &known : std::initializer_list<Choice<Command>>{
           {"analyze", Command::Analyze},
           {"rewrite", Command::Rewrite},
           {"verify", Command::Verify},
           {"tune", Command::Tune},
           {"merge", Command::Merge},
           {"explain", Command::Explain},
           {"looptree", Command::LoopTree}})
    if (word == known.word)
      return known.value;
  if (word.starts_with("-"))
    return command;
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

  cl::SetVersionPrinter([](llvm::raw_ostream &out) {
    out << "acc-delin " << kVersion << "\nLLVM " << LLVM_VERSION_STRING << ", " << llvm::StringRef(islVersion()).trim() << '\n';
  });
  for (cl::SubCommand *sub : {&analyzeCommand, &rewriteCommand, &verifyCommand, &tuneCommand,
                              &mergeCommand, &explainCommand, &looptreeCommand})
    cl::HideUnrelatedOptions(category, *sub);
  cl::HideUnrelatedOptions(category);
  if (!cl::ParseCommandLineOptions(static_cast<int>(dashes - argv), argv, kOverview, &llvm::errs()))
    return int(kUsage);
  if (argv[1][0] == '-')
    return usageError("no command was given: " + kCommands + " (see --help)");

  line.arguments = arguments;
  line.loopTreeFormat = looptreeFormat;
  line.output = output;
  for (auto read : {readConfigurationFile, readCommonOptions, readFormat, readBaseline, readShard, readChange, readUnitOptions,
                    readParameters})
    if (std::optional<int> status = read(line))
      return *status;
  if (std::optional<int> status = checkArguments(line))
    return *status;
  return line;
}

} // namespace acc
