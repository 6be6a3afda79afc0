#include "tools/acc-delin/OptionTable.h"

#include "tools/acc-delin/Choices.h"
#include "tools/acc-delin/Suggestion.h"

#include <algorithm>

namespace acc::option {

namespace cl = llvm::cl;

cl::SubCommand analyzeCommand("analyze", "Report which loop nests are linearized, and why not");
cl::SubCommand rewriteCommand("rewrite", "Write guarded fast versions of the nests");
cl::SubCommand verifyCommand("verify", "Prove rewrites, run them against the originals");
cl::SubCommand tuneCommand("tune", "Measure schedules, write the best as a script");
cl::SubCommand mergeCommand("merge", "Merge JSON reports into one");
cl::SubCommand explainCommand("explain", "Explain the id of a refusal");
cl::SubCommand looptreeCommand("looptree", "Check LoopTree mappings, or write nests as such");
cl::SubCommand serveCommand("serve",
                            "Answer calls of the library, lines of JSON (docs/library.md)");

/// The commands that read units.
static cl::SubCommandGroup unitCommands({&analyzeCommand, &rewriteCommand, &verifyCommand,
                                         &tuneCommand, &looptreeCommand});
/// The commands that report on nests.
static cl::SubCommandGroup reportCommands({&analyzeCommand, &rewriteCommand, &verifyCommand});

static cl::OptionCategory category("Options");

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
cl::opt<Number, false, NumberParser> jobs("j", cl::Prefix, cl::value_desc("N"), cl::init(0),
                                          cl::cat(category),
                                          cl::desc("Worker processes at once (0: one per core)"),
                                          cl::sub(unitCommands));
cl::opt<std::string> shard("shard", cl::value_desc("I/N"), cl::cat(category),
                           cl::desc("Take every N-th unit, starting at the I-th (1 <= I <= N)"),
                           cl::sub(unitCommands));
cl::opt<std::string> fileFilter("file-filter", cl::value_desc("REGEX"), cl::cat(category),
                                cl::desc("Take only files whose path matches"),
                                cl::sub(unitCommands));
cl::opt<std::string>
    headerFilter("header-filter", cl::value_desc("REGEX"), cl::cat(category),
                 cl::desc("Report only those included files whose path matches (default: those of "
                          "--file-filter)"),
                 cl::sub(analyzeCommand), cl::sub(rewriteCommand));
cl::opt<bool> allowEmpty("allow-empty", cl::cat(category),
                         cl::desc("Finding nothing to read is no error"), cl::sub(unitCommands));
cl::opt<std::string>
    changed("changed", cl::value_desc("REV"), cl::cat(category),
            cl::desc("Report only nests with lines that differ from a revision of git"),
            cl::sub(analyzeCommand));
cl::opt<bool>
    times("times", cl::cat(category),
          cl::desc("Say in JSON what each nest took; else equal input gives equal reports"),
          cl::sub(analyzeCommand), cl::sub(rewriteCommand));
cl::opt<bool> verbose("verbose", cl::cat(category), cl::sub(analyzeCommand),
                      cl::desc("Print every nest of several files to a terminal, too, which gets "
                               "a summary otherwise"));
cl::opt<bool> informational("informational", cl::cat(category),
                            cl::desc("SARIF lists what asks for no action, too, as informational"),
                            cl::sub(analyzeCommand), cl::sub(rewriteCommand));
cl::opt<std::string>
    sortOrder("sort", cl::value_desc("place|gain"), cl::init("place"), cl::cat(category),
              cl::desc("Order of nests in text: by file and line, or those first of which a run is "
                       "expected to save most"),
              cl::sub(analyzeCommand), cl::sub(rewriteCommand));
cl::opt<std::string>
    color("color", cl::value_desc("auto|always|never"), cl::cat(category),
          cl::desc("Colours in text (auto: on a terminal, unless NO_COLOR is set)"),
          cl::sub(analyzeCommand), cl::sub(rewriteCommand));
cl::opt<std::string> generate("generate", cl::value_desc("bash|zsh|fish|man"), cl::cat(category),
                              cl::desc("Print the completion for a shell, or the manual page"),
                              cl::sub(cl::SubCommand::getTopLevel()));
cl::opt<bool> listChecks("list-checks", cl::cat(category),
                         cl::desc("Print every id and what it means"),
                         cl::sub(cl::SubCommand::getTopLevel()), cl::sub(unitCommands),
                         cl::sub(explainCommand));
cl::opt<bool> dumpConfig(
    "dump-config", cl::cat(category),
    cl::desc(
        "Print the options as a file of options; of the folder of the first PATH, if there is one"),
    cl::sub(cl::SubCommand::getTopLevel()), cl::sub(unitCommands));
cl::opt<bool> verifyConfig("verify-config", cl::cat(category),
                           cl::desc("Check the files of options for the PATHs, read no sources"),
                           cl::sub(cl::SubCommand::getTopLevel()), cl::sub(unitCommands));
cl::opt<Number, false, NumberParser>
    timeLimit("time-limit", cl::value_desc("SECONDS"), cl::init(60), cl::cat(category),
              cl::desc("Give up a unit after this processor time, or four times as long by "
                       "the clock"),
              cl::sub(unitCommands));
cl::opt<Number, false, NumberParser>
    quota("quota", cl::value_desc("N"), cl::init(0), cl::cat(category),
          cl::desc("Integer-set operations for the analysis of a nest, and for each later "
                   "stage"),
          cl::sub(unitCommands));
cl::opt<bool>
    wholeProgram("whole-program", cl::cat(category),
                 cl::desc("The files of the compile database are linked with one another: "
                          "see through functions that other files define"),
                 cl::sub(unitCommands));
cl::opt<bool>
    noInterposition("no-interposition", cl::cat(category),
                    cl::desc("No other library replaces a function that -fPIC code exports: see "
                             "through it, as with gcc's -fno-semantic-interposition"),
                    cl::sub(unitCommands));
cl::opt<bool>
    quiet("q", cl::desc("Print no progress and no remarks on standard error, only what failed"),
          cl::cat(category), cl::sub(unitCommands));
cl::alias quietAlias("quiet", cl::aliasopt(quiet), cl::desc("Same as -q"), cl::cat(category));
cl::opt<std::string> format("format", cl::value_desc("text|json|sarif|markdown|html"),
                            cl::cat(category), cl::desc("Format of the report"),
                            cl::sub(reportCommands));
cl::list<std::string> parameters("param", cl::value_desc("NAME=VALUE"), cl::cat(category),
                                 cl::desc("Value of a run-time size"), cl::sub(looptreeCommand));
cl::list<std::string> einsums("einsum", cl::value_desc("EINSUM=STATEMENT"), cl::cat(category),
                              cl::desc("Which statement an Einsum of the mapping is"),
                              cl::sub(looptreeCommand), cl::sub(rewriteCommand));
cl::opt<std::string> looptreeFormat("format", cl::value_desc("table|json|svg"), cl::cat(category),
                                    cl::desc("Format of the figures"), cl::sub(looptreeCommand));
cl::opt<std::string>
    failOn("fail-on", cl::value_desc("KIND|ID,..."), cl::cat(category),
           cl::desc("Exit with 1 when there is a finding of a kind at or above this (none, "
                    "recovered, refused, lint), or of an id (globs: lint-*)"),
           cl::sub(reportCommands));
cl::opt<std::string> baseline("baseline", cl::value_desc("REPORT"), cl::cat(category),
                              cl::desc("JSON report whose findings are known: only others are "
                                       "told and counted"),
                              cl::sub(analyzeCommand), cl::sub(rewriteCommand));
cl::opt<std::string> homepage(
    "homepage", cl::value_desc("URL"), cl::cat(category),
    cl::desc(
        "Where this program's own files are on the web: SARIF links the page of each id there"),
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
cl::opt<std::string> only(
    "only", cl::value_desc("NEST,..."), cl::cat(category), cl::sub(rewriteCommand),
    cl::sub(tuneCommand),
    cl::desc("Rewrite or tune these nests only (gemm, gemm#1, gemm#1.2: those in it, too); rewrite "
             "keeps those that a file has fast versions of already"));
cl::opt<std::string>
    profile("profile", cl::value_desc("FILE"), cl::cat(category),
            cl::desc("Where the program's time goes (perf report --stdio, gprof -p, or lines like "
                     "'gemm 45%'): nests "
                     "are ranked by it, and rewrite leaves functions below 1% alone"),
            cl::sub(analyzeCommand), cl::sub(rewriteCommand));
cl::opt<bool> printSchedule("print-schedule", cl::cat(category),
                            cl::desc("Print the schedules as a script instead of a diff"),
                            cl::sub(rewriteCommand));
cl::list<std::string> compilers("compiler", cl::value_desc("NAME"), cl::cat(category),
                                cl::desc("C compiler to run both versions with; verify takes "
                                         "several (default: gcc and clang), tune one (default: "
                                         "that of the compile database, else cc), rewrite the "
                                         "one that measures (default: the same, if it is known)"),
                                cl::sub(verifyCommand), cl::sub(tuneCommand),
                                cl::sub(rewriteCommand));
cl::list<std::string> sizes(
    "size", cl::value_desc("NAME=VALUE,..."), cl::cat(category),
    cl::desc(
        "Numbers to measure with, by the names of parameters; may be given several times (default: "
        "an input of working-set size)"),
    cl::sub(tuneCommand));
cl::opt<std::string> writeMachine(
    "write-machine", cl::value_desc("FILE"), cl::cat(category), cl::sub(tuneCommand),
    cl::desc("Fit the numbers of the machine to what was measured, and write them to FILE, which "
             "--machine takes"));
cl::opt<std::string>
    target("target", cl::value_desc("portable|host|sse2|avx2|avx512|neon|scalar"),
           cl::cat(category),
           cl::desc("The machine that schedules are for (default: what the unit's -march "
                    "names, else portable: one text for all)"),
           cl::sub(analyzeCommand), cl::sub(rewriteCommand), cl::sub(verifyCommand),
           cl::sub(looptreeCommand));
cl::opt<std::string>
    machine("machine", cl::value_desc("FILE"), cl::cat(category), cl::sub(unitCommands),
            cl::desc("Numbers of the machine in place of the target's own, as tune --write-machine "
                     "writes them"));
cl::opt<std::string> style(
    "style", cl::value_desc("fast|arrays"), cl::init("fast"), cl::cat(category),
    cl::sub(rewriteCommand),
    cl::desc(
        "arrays: write the nests as they stand with the recovered arrays declared, for people and "
        "for tools that take arrays only (default: fast)"));
cl::opt<std::string> helpers(
    "helpers", cl::value_desc("FILE"), cl::cat(category), cl::sub(rewriteCommand),
    cl::desc("Put the macros of the fast versions into FILE, which the rewritten files include, "
             "instead of a block in each"));
cl::opt<bool> fastFile("fast-file", cl::cat(category), cl::sub(rewriteCommand),
                       cl::desc("Put the fast versions of each file into a file of their own "
                                "beside it (gemm_fast.h), and one line before each nest"));
cl::opt<bool>
    inFile("in-file", cl::cat(category), cl::sub(rewriteCommand),
           cl::desc("Put fast versions and their macros into the source itself: the default"));
cl::opt<std::string> levels(
    "levels", cl::value_desc("auto|off"), cl::init("auto"), cl::cat(category),
    cl::sub(unitCommands),
    cl::desc("With --fast-file: compile fast versions for several levels of x86-64, the best of "
             "which is chosen at run time (auto, where the unit's flags name no processor), or for "
             "that of the unit's flags alone (off)"));
cl::opt<bool> openmp(
    "openmp", cl::cat(category), cl::sub(reportCommands),
    cl::desc(
        "Threads share out outer loops that are proved parallel, in builds with OpenMP; the bytes "
        "are those of one thread"));
cl::opt<bool> noHeap("no-heap",
                     cl::desc("Emit no calls of malloc (this version writes none anyway)"),
                     cl::cat(category), cl::sub(reportCommands));
cl::opt<bool>
    noWorkThreshold("no-work-threshold", cl::cat(category), cl::sub(reportCommands),
                    cl::desc("Fast versions also run where they have too little work to pay"));
cl::opt<std::string> floatingPoint("fp", cl::value_desc("strict|source|reassociate"),
                                   cl::init("strict"), cl::cat(category),
                                   cl::desc("Which reassociation of floating point is allowed; "
                                            "no step makes use of it yet"),
                                   cl::sub(analyzeCommand), cl::sub(rewriteCommand));
cl::opt<std::string> runCheck("run-check", cl::value_desc("on|off"), cl::init("on"),
                              cl::cat(category), cl::sub(rewriteCommand),
                              cl::desc("Run each rewrite against its original in memory, and leave "
                                       "out what differs"));
cl::opt<std::string> judge("judge", cl::value_desc("on|off"), cl::init("on"), cl::cat(category),
                           cl::sub(rewriteCommand),
                           cl::desc("Build each rewrite with the unit's own compiler, time it "
                                    "beside its original, and leave out what is slower"));
cl::opt<double> judgeTime("judge-time", cl::value_desc("SECONDS"), cl::init(2), cl::cat(category),
                          cl::sub(rewriteCommand),
                          cl::desc("Processor time for measuring one nest (default: 2)"));
cl::opt<std::string> dumpAfter("dump-after", cl::value_desc("STAGE"), cl::cat(category),
                               cl::desc("Print the values after a stage to standard error"),
                               cl::sub(analyzeCommand), cl::sub(rewriteCommand));
cl::opt<bool> timeStages("time-stages", cl::desc("Print what each stage cost"), cl::cat(category),
                         cl::sub(analyzeCommand), cl::sub(rewriteCommand));

bool NumberParser::parse(cl::Option &option, llvm::StringRef, llvm::StringRef text, Number &value) {
  unsigned number = 0;
  if (text.getAsInteger(10, number))
    return option.error("expected a whole number that is not negative, found '" + text + "'");
  value = number;
  return false;
}

const std::vector<cl::SubCommand *> &subCommands() {
  static const std::vector<cl::SubCommand *> all = {
      &analyzeCommand, &rewriteCommand, &verifyCommand,   &tuneCommand,
      &mergeCommand,   &explainCommand, &looptreeCommand, &serveCommand};
  return all;
}

std::vector<std::string> namesOf(cl::SubCommand &command) {
  std::vector<std::string> names;
  for (const auto &entry : command.OptionsMap)
    if (entry.second->getOptionHiddenFlag() == cl::NotHidden)
      names.push_back(entry.second->ArgStr.str());
  std::sort(names.begin(), names.end());
  return names;
}

std::string unknownOption(cl::SubCommand &command, const std::vector<std::string> &words) {
  for (size_t k = 0; k < words.size(); ++k) {
    llvm::StringRef word = words[k];
    if (!word.starts_with("-") || word == "-")
      continue;
    auto [name, value] = word.ltrim('-').split('=');
    auto known = command.OptionsMap.find(name);
    if (known != command.OptionsMap.end()) {
      bool takesNext =
          known->second->getValueExpectedFlag() == cl::ValueRequired && !word.contains('=');
      k += takesNext;
      continue;
    }
    bool isPrefixed =
        std::any_of(command.OptionsMap.begin(), command.OptionsMap.end(), [&](const auto &entry) {
          auto way = entry.second->getFormattingFlag();
          return (way == cl::Prefix || way == cl::AlwaysPrefix) &&
                 name.starts_with(entry.second->ArgStr);
        });
    if (!isPrefixed)
      return "unknown option '" + word.split('=').first.str() + "'" +
             didYouMean(name.str(), namesOf(command));
  }
  return "";
}

void hideOthers() {
  for (cl::SubCommand *sub : subCommands())
    cl::HideUnrelatedOptions(category, *sub);
  cl::HideUnrelatedOptions(category);
}

namespace {

/// The value of an option that was given.
template <typename Value, typename Option>
void take(std::optional<Value> &value, const Option &option) {
  if (option.getNumOccurrences() > 0)
    value = static_cast<Value>(option.getValue());
}

template <typename T, size_t N>
std::string takeChoice(std::optional<T> &value, const char *name,
                       const cl::opt<std::string> &option, const Choice<T> (&choices)[N]) {
  if (option.getNumOccurrences() == 0)
    return "";
  value = choiceOf(option, choices);
  return value ? ""
               : std::string(name) + ": expected " + wordsOf(choices) + ", found '" + option + "'";
}

} // namespace

std::variant<OptionValues, std::string> given() {
  OptionValues all;
  take(all.build, buildPath);
  take(all.baseline, baseline);
  take(all.fileFilter, fileFilter);
  take(all.headerFilter, headerFilter);
  take(all.schedule, schedule);
  take(all.target, target);
  take(all.machine, machine);
  take(all.homepage, homepage);
  take(all.failOn, failOn);
  take(all.jobs, jobs);
  take(all.timeLimit, timeLimit);
  take(all.quota, quota);
  take(all.wholeProgram, wholeProgram);
  take(all.noInterposition, noInterposition);
  take(all.quiet, quiet);
  take(all.openmp, openmp);
  take(all.noHeap, noHeap);
  take(all.allowEmpty, allowEmpty);
  take(all.times, times);
  for (const std::string &error : {takeChoice(all.format, "--format", format, kFormats),
                                   takeChoice(all.color, "--color", color, kColors),
                                   takeChoice(all.runCheck, "--run-check", runCheck, kSwitches),
                                   takeChoice(all.judge, "--judge", judge, kSwitches),
                                   takeChoice(all.fp, "--fp", floatingPoint, kFloatingPoints)})
    if (!error.empty())
      return error;
  return all;
}

} // namespace acc::option
