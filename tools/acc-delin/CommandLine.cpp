#include "tools/acc-delin/CommandLine.h"

#include "analysis/support/IslContext.h"
#include "tools/acc-delin/Choices.h"
#include "tools/acc-delin/CompileDatabase.h"
#include "tools/acc-delin/Completion.h"
#include "tools/acc-delin/MachineFile.h"
#include "tools/acc-delin/OptionTable.h"
#include "tools/acc-delin/Rules.h"
#include "tools/acc-delin/Suggestion.h"
#include "tools/acc-delin/TextFile.h"
#include "tools/acc-delin/Units.h"
#include "tools/lib/CompilerOfUnit.h"
#include "tools/lib/Pipeline.h"
#include "tools/report/Json.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/WithColor.h"

#include <algorithm>
#include <thread>

namespace acc {
namespace {

namespace cl = llvm::cl;
using namespace option;

const char *const kOverview =
    "acc-delin: recovers multi-dimensional arrays from hand-flattened C and rewrites loops\n";

constexpr double kLongestJudging = 600;

const std::string kCommands = "analyze, rewrite, verify, tune, merge, explain, looptree or serve";

std::vector<std::string> pathsOf(const CommandLine &line) {
  size_t words = line.command == Command::LoopTree ? 1 : 0; // check or export
  return {line.arguments.begin() + std::min(words, line.arguments.size()), line.arguments.end()};
}

bool readsUnits(Command command) {
  return command != Command::Merge && command != Command::Explain && command != Command::Serve;
}

/// The folder that holds everything that is named.
std::string commonFolder(const std::vector<std::string> &paths) {
  std::string common;
  for (const std::string &name : paths) {
    std::string folder = absolutePath(name);
    if (!llvm::sys::fs::is_directory(folder))
      folder = llvm::sys::path::parent_path(folder).str();
    common = common.empty() ? folder : commonDirectory(common, folder);
  }
  return common;
}

int configurationError(const ConfigurationError &error) {
  if (!error.line)
    return usageError(error.message + " " + error.file);
  llvm::errs() << error.text() << '\n';
  return kUsage;
}

/// What the run is to do: the command line, and below it --config or the file of the folder that
/// holds everything named.
std::optional<int> readConfigurations(CommandLine &line, OptionValues &all) {
  auto read = given();
  if (auto *error = std::get_if<std::string>(&read))
    return usageError(*error);
  line.given = std::get<OptionValues>(read);
  std::variant<OptionValues, ConfigurationError> below;
  if (readsUnits(line.command) && configurationFile.getNumOccurrences() == 0) {
    line.folders = std::make_shared<FolderConfigurations>();
    std::vector<std::string> paths = pathsOf(line);
    below = line.folders->of(paths.empty() ? "." : commonFolder(paths));
  } else if (readsUnits(line.command) && configurationFile != "none") {
    below = readConfigurationFile(configurationFile);
    if (auto *file = std::get_if<OptionValues>(&below))
      line.given = overlay(line.given, *file);
  }
  if (auto *error = std::get_if<ConfigurationError>(&below))
    return configurationError(*error);
  all = overlay(line.given, std::get<OptionValues>(below));
  return std::nullopt;
}

std::optional<int> readFormat(CommandLine &line, const OptionValues &all) {
  line.format = all.format;
  line.color = all.color.value_or(Color::Auto);
  bool isKnown = line.format.value_or(Format::Text) == Format::Text || line.format == Format::Json;
  if (line.command == Command::Verify && !isKnown) {
    if (format.getNumOccurrences() > 0)
      return usageError("--format: verify supports text and json");
    line.format.reset();
  }
  return std::nullopt;
}

std::optional<int> readBaseline(CommandLine &line, const OptionValues &all) {
  std::string baseline = all.baseline.value_or("");
  if (baseline.empty())
    return std::nullopt;
  std::optional<std::string> text = readTextFile(baseline);
  auto parsed = text ? report::readJson(*text) : "cannot read the file";
  if (auto *error = std::get_if<std::string>(&parsed))
    return usageError("--baseline: " + baseline + ": " + *error);
  line.baseline = std::move(std::get<report::Report>(parsed));
  return std::nullopt;
}

std::optional<int> readShard(CommandLine &line, const OptionValues &) {
  if (shard.empty())
    return std::nullopt;
  auto [index, count] = llvm::StringRef(shard).split('/');
  if (index.getAsInteger(10, line.shardIndex) || count.getAsInteger(10, line.shardCount) ||
      line.shardIndex < 1 || line.shardIndex > line.shardCount)
    return usageError("--shard: expected I/N with 1 <= I <= N, found '" + shard + "'");
  return std::nullopt;
}

/// What is wrong with "n=1024,m=512"; "" for nothing.
std::string sizeFault(const std::string &text) {
  llvm::SmallVector<llvm::StringRef, 4> words;
  llvm::StringRef(text).split(words, ',');
  for (llvm::StringRef word : words) {
    auto [name, value] = word.split('=');
    int64_t number = 0;
    if (name.empty() || value.getAsInteger(10, number) || number <= 0)
      return "expected NAME=VALUE with a value above 0, found '" + word.str() + "'";
  }
  return "";
}

/// The numbers in a file, or what is wrong with it.
std::variant<MachineValues, std::string> readMachineFile(const std::string &file) {
  std::optional<std::string> text = readTextFile(file);
  if (!text)
    return "cannot read the machine's numbers in " + file;
  auto read = readMachine(*text);
  if (auto *error = std::get_if<ConfigurationError>(&read)) {
    error->file = file;
    return error->text();
  }
  return std::move(std::get<MachineValues>(read));
}

/// The part of a folder.
std::variant<FolderOptions, std::string> folderPart(const OptionValues &all) {
  FolderOptions part;
  part.configuration = configurationText(all);
  part.buildPath = all.build.value_or("");
  auto read = readFailOn(all.failOn.value_or("none"));
  if (auto *error = std::get_if<std::string>(&read))
    return "--fail-on: " + *error;
  part.failOn = std::get<FailOn>(read);
  if (all.quota.value_or(0))
    part.unit.quota = *all.quota;
  part.unit.target = all.target.value_or("");
  if (std::string fault = all.target ? targetFault(part.unit.target) : ""; !fault.empty())
    return "--target: " + fault;
  if (all.machine) {
    auto values = readMachineFile(*all.machine);
    if (auto *error = std::get_if<std::string>(&values))
      return std::move(*error);
    part.unit.machine = std::move(std::get<MachineValues>(values));
  }
  part.unit.openmp = all.openmp.value_or(false);
  part.unit.noHeap = all.noHeap.value_or(false);
  part.unit.runCheck = all.runCheck != Switch::Off;
  part.unit.judge = all.judge != Switch::Off;
  part.unit.fp = all.fp.value_or(part.unit.fp);
  std::string schedule = all.schedule.value_or("auto");
  if (schedule == "auto" || schedule == "none") {
    part.unit.scheduleFrom =
        schedule == "auto" ? UnitOptions::ScheduleFrom::Auto : UnitOptions::ScheduleFrom::None;
    return part;
  }
  std::optional<std::string> text = readTextFile(schedule);
  if (!text)
    return "cannot read the schedule " + schedule;
  auto nests = nestsOfScript(*text);
  if (auto *error = std::get_if<report::Finding>(&nests))
    return ConfigurationError{error->message, error->line, error->column, schedule}.text();
  part.unit.scheduleFrom = UnitOptions::ScheduleFrom::Script;
  part.schedulePath = schedule;
  part.unit.script = std::move(*text);
  return part;
}

std::optional<int> readParameters(CommandLine &line, const OptionValues &) {
  for (const std::string &text : parameters) {
    auto [name, value] = llvm::StringRef(text).rsplit('=');
    int64_t number = 0;
    if (name.empty() || value.getAsInteger(10, number))
      return usageError("--param: expected NAME=VALUE, found '" + text + "'");
    line.unit.parameters[name.str()] = number;
  }
  return std::nullopt;
}

std::optional<int> readEinsums(CommandLine &line, const OptionValues &) {
  for (const std::string &text : einsums) {
    auto [einsum, statement] = llvm::StringRef(text).split('=');
    if (einsum.empty() || statement.empty())
      return usageError("--einsum: expected EINSUM=STATEMENT, found '" + text + "'");
    line.unit.einsums[einsum.str()] = statement.str();
  }
  return std::nullopt;
}

std::optional<int> readChange(CommandLine &line, const OptionValues &) {
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
  line.revert = revertOption;
  line.force = force;
  line.lineDirectives = lineDirectives;
  if (lineDirectives && toFixes)
    return usageError("--line-directives: fixes have none");
  return std::nullopt;
}

/// What tune measures: all combinations of a script's parameters.
std::optional<int> readPoints(CommandLine &line) {
  if (schedule.getNumOccurrences() == 0)
    return std::nullopt;
  if (schedule == "auto" || schedule == "none")
    return usageError(
        "--schedule: tune takes a FILE; without --schedule it measures its own candidates");
  std::optional<std::string> text = readTextFile(schedule);
  if (!text)
    return usageError("cannot read the schedule " + schedule);
  auto points = pointsOfScript(*text);
  if (auto *error = std::get_if<report::Finding>(&points)) {
    llvm::errs() << ConfigurationError{error->message, error->line, error->column, schedule}.text()
                 << '\n';
    return kUsage;
  }
  line.points = std::get<std::vector<ScriptPoint>>(std::move(points));
  return std::nullopt;
}

std::optional<int> readUnitOptions(CommandLine &line, const OptionValues &all) {
  const std::vector<std::string> &stages = stageNames();
  if (!dumpAfter.empty() && std::find(stages.begin(), stages.end(), dumpAfter) == stages.end()) {
    std::string known;
    for (const std::string &stage : stages)
      known += (known.empty() ? "" : ", ") + stage;
    return usageError("--dump-after: there is no stage '" + dumpAfter + "'; the stages are " +
                      known);
  }
  OptionValues own = all;
  if (line.command == Command::Tune) {
    if (std::optional<int> status = readPoints(line))
      return status;
    own.schedule.reset();
  }
  auto part = folderPart(own);
  if (auto *error = std::get_if<std::string>(&part)) {
    // The message of a file names its place.
    if (llvm::StringRef(*error).contains(": error: "))
      return llvm::errs() << *error << '\n', int(kUsage);
    return usageError(*error);
  }
  line.base = std::move(std::get<FolderOptions>(part));
  line.unit = line.base.unit;
  line.unit.rewrite = line.command == Command::Rewrite || line.command == Command::Verify ||
                      line.command == Command::Tune;
  // The other commands that rewrite run what they write in ways of their own.
  line.unit.runCheck &= line.command == Command::Rewrite;
  // The same answer on every machine.
  line.unit.judge &= line.command == Command::Rewrite && line.change != Change::Check;
  line.unit.judgeSeconds = judgeTime;
  if (!(judgeTime > 0) || judgeTime > kLongestJudging)
    return usageError("--judge-time: expected seconds above 0 and up to 600");
  if (line.command == Command::Rewrite && compilers.getNumOccurrences() > 0) {
    auto found = llvm::sys::findProgramByName(compilers.front());
    if (!found || !llvm::sys::fs::can_execute(*found))
      return usageError("--compiler: there is no program " + compilers.front());
    line.unit.compiler = absolutePath(*found);
  }
  line.unit.loopTree = line.command == Command::LoopTree;
  line.unit.pictures = line.format == Format::Html;
  line.unit.whole = line.format == Format::Json || line.format == Format::Html;
  if (line.unit.fp != FloatingPoint::Strict)
    llvm::WithColor::warning(llvm::errs(), "acc-delin")
        << "--fp: this version never reassociates; the option only makes the run check accept "
           "rounding differences\n";
  llvm::SmallVector<llvm::StringRef> names;
  llvm::StringRef(only).split(names, ',', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef name : names)
    line.only.insert(name.trim().str());
  if (only.getNumOccurrences() > 0 && line.only.empty())
    return usageError("--only: no nest is named");
  line.unit.only = line.only;
  if (profile.getNumOccurrences() > 0) {
    auto read = readProfile(profile);
    if (auto *error = std::get_if<std::string>(&read))
      return usageError("--profile: " + profile + " " + *error);
    line.profile = std::move(std::get<Profile>(read));
    line.unit.hasProfile = true;
    if (line.unit.rewrite && line.only.empty())
      line.unit.only = line.profile->hot();
    if (line.unit.rewrite && line.unit.only.empty())
      return usageError("--profile: " + profile +
                        " names no function with at least 1% of the time");
  }
  line.unit.dumpAfter = dumpAfter;
  line.unit.timeStages = timeStages;
  line.unit.noWorkThreshold = noWorkThreshold;
  if (fastFile && (inFile || line.change == Change::ExportFixes))
    return usageError("--fast-file cannot be combined with --in-file or --export-fixes");
  // Fixes are edits of files that there are; tools that read arrays read one file.
  line.unit.fastFile =
      fastFile || !(inFile || line.change == Change::ExportFixes || style == "arrays");
  if (levels != "auto" && levels != "off") {
    line.unit.runsAt = namedLevels(levels);
    if (line.unit.runsAt.empty())
      return usageError("--levels: '" + levels + "' is neither auto nor off, and no list of " +
                        llvm::join(levelNames(), ", "));
  }
  line.unit.levels = levels != "off" && line.unit.fastFile;
  if (helpers.getNumOccurrences() > 0) {
    if (helpers.empty() || line.change == Change::ExportFixes)
      return usageError(helpers.empty() ? "--helpers: the file is missing"
                                        : "--helpers cannot be combined with --export-fixes");
    line.helpers = absolutePath(helpers);
  }
  if (style != "fast" && style != "arrays")
    return usageError("--style: '" + style + "' is neither fast nor arrays");
  line.unit.style = style == "arrays" ? UnitOptions::Style::Arrays : UnitOptions::Style::Fast;
  return std::nullopt;
}

std::optional<int> checkFilter(const char *option, const std::string &regex) {
  std::string error;
  if (regex.empty() || llvm::Regex(regex).isValid(error))
    return std::nullopt;
  return usageError(llvm::Twine(option) + ": " + error);
}

std::optional<int> readCommonOptions(CommandLine &line, const OptionValues &all) {
  line.fileFilter = all.fileFilter.value_or("");
  line.headerFilter = all.headerFilter.value_or(line.fileFilter);
  for (auto status : {checkFilter("--file-filter", line.fileFilter),
                      checkFilter("--header-filter", line.headerFilter)})
    if (status)
      return status;
  line.homepage = llvm::StringRef(all.homepage.value_or(defaultHomepage())).rtrim('/').str();
  if (!line.homepage.empty() && !llvm::StringRef(line.homepage).contains("://"))
    return usageError("--homepage: '" + line.homepage + "' is not a URL such as https://...");
  unsigned jobs = all.jobs.value_or(0);
  line.jobs = jobs ? jobs : std::max(1u, std::thread::hardware_concurrency());
  line.timeLimit = std::max(1u, all.timeLimit.value_or(60));
  line.wholeProgram = all.wholeProgram.value_or(false);
  line.noInterposition = all.noInterposition.value_or(false);
  line.quiet = all.quiet.value_or(false);
  line.allowEmpty = all.allowEmpty.value_or(false);
  line.times = all.times.value_or(false);
  line.compilers = compilers;
  for (const std::string &text : sizes) {
    if (std::string fault = sizeFault(text); !fault.empty())
      return usageError("--size: " + fault);
    line.sizes.push_back(text);
  }
  line.machineOutput = writeMachine;
  if (writeMachine.getNumOccurrences() > 0 && line.machineOutput.empty())
    return usageError("--write-machine: the file is missing");
  line.changed = changed;
  auto order = choiceOf(sortOrder, kOrders);
  if (!order)
    return usageError("--sort: expected " + wordsOf(kOrders) + ", found '" + sortOrder + "'");
  line.byGain = *order;
  line.informational = informational;
  line.verbose = verbose;
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
  case Command::Serve:
    return line.arguments.empty() ? std::nullopt
                                  : std::optional(usageError("serve takes no arguments"));
  }
  return std::nullopt;
}

constexpr Choice<Command> kCommandWords[] = {
    {"analyze", Command::Analyze},   {"rewrite", Command::Rewrite}, {"verify", Command::Verify},
    {"tune", Command::Tune},         {"merge", Command::Merge},     {"explain", Command::Explain},
    {"looptree", Command::LoopTree}, {"serve", Command::Serve}};

/// The subcommand, or the status when the first word is none of ours.
std::variant<Command, int> readCommand(int argc, const char **argv) {
  if (argc < 2) {
    usageError("no command was given: " + kCommands + " (see --help)");
    return int(kUsage);
  }
  std::string word = argv[1];
  if (auto command = choiceOf(word, kCommandWords))
    return *command;
  if (word.starts_with("-"))
    return Command::Analyze;
  std::vector<std::string> known;
  for (const Choice<Command> &choice : kCommandWords)
    known.emplace_back(choice.word);
  return usageError("unknown command '" + word + "': " + kCommands + didYouMean(word, known));
}

/// --generate, --list-checks, --dump-config and --verify-config: the status when one of them was
/// asked for.
std::optional<int> answerQuestion(CommandLine &line) {
  if (generate.getNumOccurrences() > 0) {
    std::string text = completionFor(generate);
    if (text.empty())
      return usageError("--generate: expected bash, zsh, fish or man, found '" + generate + "'");
    return writeOutput("", text) ? kFine : kUsage;
  }
  if (listChecks)
    return printChecks() ? kFine : kUsage;
  OptionValues all;
  if (!dumpConfig && !verifyConfig)
    return std::nullopt;
  std::vector<std::string> paths = pathsOf(line);
  if (paths.empty())
    paths = {"."};
  if (auto status = readConfigurations(line, all))
    return status;
  bool isGood = true;
  for (const std::string &path : paths) {
    auto own = line.folders ? line.folders->of(path) : OptionValues();
    if (auto *error = std::get_if<ConfigurationError>(&own)) {
      configurationError(*error);
      isGood = false;
      continue;
    }
    OptionValues whole = overlay(line.given, std::get<OptionValues>(own));
    auto part = folderPart(whole);
    if (auto *error = std::get_if<std::string>(&part)) {
      usageError(path + ": " + *error);
      isGood = false;
    }
    if (dumpConfig) {
      whole.inheritsParent = false;
      return isGood && writeOutput("", configurationText(whole)) ? kFine : kUsage;
    }
  }
  return isGood ? kFine : kUsage;
}

} // namespace

int usageError(const llvm::Twine &message) {
  llvm::WithColor::error(llvm::errs(), "acc-delin") << message << '\n';
  return kUsage;
}

std::variant<FolderOptions, std::string> folderOptions(const CommandLine &line,
                                                       const std::string &path) {
  if (!line.folders)
    return line.base;
  auto own = line.folders->of(path);
  if (auto *error = std::get_if<ConfigurationError>(&own))
    return error->text();
  OptionValues all = overlay(line.given, std::get<OptionValues>(own));
  if (line.command == Command::Tune)
    all.schedule.reset();
  if (configurationText(all) == line.base.configuration)
    return line.base;
  return folderPart(all);
}

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
  line.words.assign(argv + std::min<std::ptrdiff_t>(2, dashes - argv), dashes);

  cl::SetVersionPrinter([](llvm::raw_ostream &out) {
    out << "acc-delin " << kVersion << "\nLLVM " << LLVM_VERSION_STRING << ", "
        << llvm::StringRef(islVersion()).trim() << '\n';
  });
  hideOthers();
  if (argv[1][0] != '-') {
    cl::SubCommand &sub = *subCommands()[static_cast<size_t>(line.command)];
    std::string unknown = unknownOption(sub, {argv + 2, dashes});
    if (!unknown.empty())
      return usageError(unknown);
  }
  if (!cl::ParseCommandLineOptions(static_cast<int>(dashes - argv), argv, kOverview, &llvm::errs()))
    return int(kUsage);
  line.arguments = arguments;
  if (std::optional<int> status = answerQuestion(line))
    return *status;
  if (argv[1][0] == '-')
    return usageError("no command was given: " + kCommands + " (see --help)");

  line.loopTreeFormat = looptreeFormat;
  line.output = output;
  OptionValues all;
  if (std::optional<int> status = readConfigurations(line, all))
    return *status;
  for (auto read : {readCommonOptions, readFormat, readBaseline, readShard, readChange,
                    readUnitOptions, readParameters, readEinsums})
    if (std::optional<int> status = read(line, all))
      return *status;
  if (std::optional<int> status = checkArguments(line))
    return *status;
  return line;
}

} // namespace acc
