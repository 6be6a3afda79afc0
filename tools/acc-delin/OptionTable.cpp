#include "tools/acc-delin/OptionTable.h"

#include "tools/acc-delin/Choices.h"
#include "tools/acc-delin/Suggestion.h"

#include <algorithm>

namespace acc::option {

namespace cl = llvm::cl;

cl::SubCommand
    analyzeCommand("analyze",
                   "Report which loop nests have recoverable arrays, and why others do not");
cl::SubCommand rewriteCommand("rewrite", "Write fast versions of the nests behind run-time checks");
cl::SubCommand verifyCommand("verify", "Prove rewrites and run them against the originals");
cl::SubCommand tuneCommand("tune", "Measure schedules and write the best as a script");
cl::SubCommand mergeCommand("merge", "Merge JSON reports into one");
cl::SubCommand explainCommand("explain", "Explain a finding, given its id");
cl::SubCommand looptreeCommand("looptree", "Check LoopTree mappings, or export nests as LoopTrees");
cl::SubCommand serveCommand("serve", "Serve library calls as lines of JSON (docs/library.md)");

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
                               cl::desc("Directory with compile_commands.json"),
                               cl::sub(unitCommands));
cl::opt<std::string>
    configurationFile("config", cl::value_desc("FILE|none"), cl::cat(category),
                      cl::desc("Configuration file (default: .acc-delin.yaml in or "
                               "above the directory of each PATH)"),
                      cl::sub(unitCommands));
cl::opt<std::string> output("o", cl::value_desc("FILE"), cl::cat(category),
                            cl::desc("Write the output to FILE instead of standard output"),
                            cl::sub(unitCommands), cl::sub(mergeCommand));
cl::opt<Number, false, NumberParser>
    jobs("j", cl::Prefix, cl::value_desc("N"), cl::init(0), cl::cat(category),
         cl::desc("Number of parallel worker processes (0: one per core)"), cl::sub(unitCommands));
cl::opt<std::string> shard("shard", cl::value_desc("I/N"), cl::cat(category),
                           cl::desc("Process every N-th unit, starting at the I-th (1 <= I <= N)"),
                           cl::sub(unitCommands));
cl::opt<std::string> fileFilter("file-filter", cl::value_desc("REGEX"), cl::cat(category),
                                cl::desc("Process only files whose path matches"),
                                cl::sub(unitCommands));
cl::opt<std::string>
    headerFilter("header-filter", cl::value_desc("REGEX"), cl::cat(category),
                 cl::desc("Report only included files whose path matches (default: as "
                          "--file-filter)"),
                 cl::sub(analyzeCommand), cl::sub(rewriteCommand));
cl::opt<bool> allowEmpty("allow-empty", cl::cat(category),
                         cl::desc("Do not fail when there is no file to read"),
                         cl::sub(unitCommands));
cl::opt<std::string>
    changed("changed", cl::value_desc("REV"), cl::cat(category),
            cl::desc("Report only nests with lines that differ from a git revision"),
            cl::sub(analyzeCommand));
cl::opt<bool>
    times("times", cl::cat(category),
          cl::desc("Add the time of each nest to JSON (reports are then not reproducible)"),
          cl::sub(analyzeCommand), cl::sub(rewriteCommand));
cl::opt<bool> verbose("verbose", cl::cat(category), cl::sub(analyzeCommand),
                      cl::sub(rewriteCommand),
                      cl::desc("Print every nest even to a terminal, where several files "
                               "give only a summary"));
cl::opt<bool> informational("informational", cl::cat(category),
                            cl::desc("Add findings that need no action to SARIF, as informational"),
                            cl::sub(analyzeCommand), cl::sub(rewriteCommand));
cl::opt<std::string>
    sortOrder("sort", cl::value_desc("place|gain"), cl::init("place"), cl::cat(category),
              cl::desc("Order of nests in text: by file and line, or by estimated gain per "
                       "run"),
              cl::sub(analyzeCommand), cl::sub(rewriteCommand));
cl::opt<std::string>
    color("color", cl::value_desc("auto|always|never"), cl::cat(category),
          cl::desc("Colours in text (auto: on a terminal, unless NO_COLOR is set)"),
          cl::sub(analyzeCommand), cl::sub(rewriteCommand));
cl::opt<std::string> generate("generate", cl::value_desc("bash|zsh|fish|man"), cl::cat(category),
                              cl::desc("Print the completion for a shell, or the manual page"),
                              cl::sub(cl::SubCommand::getTopLevel()));
cl::opt<bool> listChecks("list-checks", cl::cat(category),
                         cl::desc("Print every id with its meaning"),
                         cl::sub(cl::SubCommand::getTopLevel()), cl::sub(unitCommands),
                         cl::sub(explainCommand));
cl::opt<bool> dumpConfig("dump-config", cl::cat(category),
                         cl::desc("Print the options as a configuration file, as they apply to the "
                                  "first PATH if one is given"),
                         cl::sub(cl::SubCommand::getTopLevel()), cl::sub(unitCommands));
cl::opt<bool>
    verifyConfig("verify-config", cl::cat(category),
                 cl::desc("Check the configuration files of the PATHs without reading sources"),
                 cl::sub(cl::SubCommand::getTopLevel()), cl::sub(unitCommands));
cl::opt<Number, false, NumberParser>
    timeLimit("time-limit", cl::value_desc("SECONDS"), cl::init(60), cl::cat(category),
              cl::desc("Give up on a unit after this CPU time, or four times as much wall-clock "
                       "time"),
              cl::sub(unitCommands));
cl::opt<Number, false, NumberParser>
    quota("quota", cl::value_desc("N"), cl::init(0), cl::cat(category),
          cl::desc("Limit of integer-set operations for the analysis of a nest, and for each later "
                   "stage"),
          cl::sub(unitCommands));
cl::opt<bool> wholeProgram("whole-program", cl::cat(category),
                           cl::desc("The files of the compile database form one program: "
                                    "inline functions that other files define"),
                           cl::sub(unitCommands));
cl::opt<bool>
    noInterposition("no-interposition", cl::cat(category),
                    cl::desc("Assume that no library replaces an exported function of -fPIC code, "
                             "as gcc's -fno-semantic-interposition does"),
                    cl::sub(unitCommands));
cl::opt<bool> quiet("q",
                    cl::desc("Print only errors on standard error, no progress and no remarks"),
                    cl::cat(category), cl::sub(unitCommands));
cl::alias quietAlias("quiet", cl::aliasopt(quiet), cl::desc("Same as -q"), cl::cat(category));
cl::opt<std::string> format("format", cl::value_desc("text|json|sarif|markdown|html"),
                            cl::cat(category), cl::desc("Format of the report"),
                            cl::sub(reportCommands));
cl::list<std::string> parameters("param", cl::value_desc("NAME=VALUE"), cl::cat(category),
                                 cl::desc("Value of a run-time size"), cl::sub(looptreeCommand));
cl::list<std::string> einsums("einsum", cl::value_desc("EINSUM=STATEMENT"), cl::cat(category),
                              cl::desc("Statement that an Einsum of the mapping stands for"),
                              cl::sub(looptreeCommand), cl::sub(rewriteCommand));
cl::opt<std::string> looptreeFormat("format", cl::value_desc("table|json|svg"), cl::cat(category),
                                    cl::desc("Format of the figures"), cl::sub(looptreeCommand));
cl::opt<std::string>
    failOn("fail-on", cl::value_desc("KIND|ID,..."), cl::cat(category),
           cl::desc("Exit with 1 on a finding of at least this kind (none, "
                    "recovered, refused, lint) or with one of these ids (globs: lint-*)"),
           cl::sub(reportCommands));
cl::opt<std::string> baseline("baseline", cl::value_desc("REPORT"), cl::cat(category),
                              cl::desc("JSON report of known findings: only new ones are "
                                       "reported and counted"),
                              cl::sub(analyzeCommand), cl::sub(rewriteCommand));
cl::opt<std::string>
    homepage("homepage", cl::value_desc("URL"), cl::cat(category),
             cl::desc("Web address of this project's files, where SARIF links the page of each id"),
             cl::sub(analyzeCommand), cl::sub(rewriteCommand));
cl::opt<bool> diff("diff", cl::desc("Print a unified diff (default)"), cl::cat(category),
                   cl::sub(rewriteCommand));
cl::opt<bool> inPlace("i", cl::desc("Edit the files"), cl::cat(category), cl::sub(rewriteCommand));
cl::alias inPlaceAlias("in-place", cl::aliasopt(inPlace), cl::desc("Same as -i"),
                       cl::cat(category));
cl::opt<std::string> outputDirectory("output-dir", cl::value_desc("DIR"), cl::cat(category),
                                     cl::desc("Write changed files under DIR"),
                                     cl::sub(rewriteCommand));
cl::opt<std::string> exportFixes("export-fixes", cl::value_desc("FILE"), cl::cat(category),
                                 cl::desc("Write the edits to FILE, for clang-apply-replacements"),
                                 cl::sub(rewriteCommand));
cl::opt<bool> check("check", cl::desc("Write nothing; exit with 1 if a file would change"),
                    cl::cat(category), cl::sub(rewriteCommand));
cl::opt<bool> revertOption("revert", cl::desc("Restore the original text of rewritten files"),
                           cl::cat(category), cl::sub(rewriteCommand));
cl::opt<bool> force("force", cl::desc("Overwrite fast versions that were edited manually"),
                    cl::cat(category), cl::sub(rewriteCommand));
cl::opt<std::string>
    schedule("schedule", cl::value_desc("auto|none|FILE"), cl::init("auto"), cl::cat(category),
             cl::desc("Source of schedules: chosen automatically, none, or a script"),
             cl::sub(unitCommands));
cl::opt<std::string> only(
    "only", cl::value_desc("NEST,..."), cl::cat(category), cl::sub(rewriteCommand),
    cl::sub(tuneCommand),
    cl::desc("Rewrite or tune only these nests and the nests inside them (gemm, gemm#1, gemm#1.2); "
             "rewrite keeps the fast versions that a file already has"));
cl::opt<std::string>
    profile("profile", cl::value_desc("FILE"), cl::cat(category),
            cl::desc("Profile of the program (perf report --stdio, gprof -p, or lines like "
                     "'gemm 45%'): ranks nests; "
                     "rewrite skips functions below 1%"),
            cl::sub(analyzeCommand), cl::sub(rewriteCommand));
cl::opt<bool> printSchedule("print-schedule", cl::cat(category),
                            cl::desc("Print the schedules as a script instead of a diff"),
                            cl::sub(rewriteCommand));
cl::list<std::string>
    compilers("compiler", cl::value_desc("NAME"), cl::cat(category),
              cl::desc("C compiler that builds both versions; verify takes "
                       "several (default: gcc and clang), tune one (default: "
                       "that of the compile database, else cc), rewrite one to "
                       "measure with (default: as tune, if it is a known compiler)"),
              cl::sub(verifyCommand), cl::sub(tuneCommand), cl::sub(rewriteCommand));
cl::list<std::string> sizes("size", cl::value_desc("NAME=VALUE,..."), cl::cat(category),
                            cl::desc("Parameter values to measure with; may be repeated (default: "
                                     "three sizes, from in-cache to beyond every cache)"),
                            cl::sub(tuneCommand));
cl::opt<std::string> writeMachine(
    "write-machine", cl::value_desc("FILE"), cl::cat(category), cl::sub(tuneCommand),
    cl::desc("Fit the machine parameters to the measurements and write them to FILE, for "
             "--machine"));
cl::opt<std::string>
    target("target", cl::value_desc("portable|host|sse2|avx2|avx512|neon|scalar"),
           cl::cat(category),
           cl::desc("Target machine of schedules (default: that of the unit's -march, "
                    "else portable: one text for all)"),
           cl::sub(analyzeCommand), cl::sub(rewriteCommand), cl::sub(verifyCommand),
           cl::sub(looptreeCommand));
cl::opt<std::string>
    machine("machine", cl::value_desc("FILE"), cl::cat(category), cl::sub(unitCommands),
            cl::desc("Machine parameters that replace those of the target, as written by tune "
                     "--write-machine"));
cl::opt<std::string>
    style("style", cl::value_desc("fast|arrays"), cl::init("fast"), cl::cat(category),
          cl::sub(rewriteCommand),
          cl::desc("arrays: keep the loops and declare the recovered arrays, for readers and "
                   "for tools that need arrays (default: fast)"));
cl::opt<std::string>
    helpers("helpers", cl::value_desc("FILE"), cl::cat(category), cl::sub(rewriteCommand),
            cl::desc("Put the helper macros into FILE, included by the rewritten files, "
                     "instead of one acc_delin.h in each folder"));
cl::opt<bool> fastFile("fast-file", cl::cat(category), cl::sub(rewriteCommand),
                       cl::desc("Put the fast versions into a separate file "
                                "(gemm_fast.h) and one line before each nest (default)"));
cl::opt<bool> inFile("in-file", cl::cat(category), cl::sub(rewriteCommand),
                     cl::desc("Put fast versions and their macros into the source itself"));
cl::opt<bool> lineDirectives(
    "line-directives", cl::cat(category), cl::sub(rewriteCommand),
    cl::desc("Keep the line numbers of the source for __LINE__, debuggers and "
             "coverage, by #line after inserted text; files that have them keep them"));
cl::opt<std::string> levels(
    "levels", cl::value_desc("auto|off|LIST"), cl::init("auto"), cl::cat(category),
    cl::sub(unitCommands),
    cl::desc(
        "Compile fast versions for several x86-64 levels and choose the best at run time (auto, "
        "unless the unit's flags name a processor), or only for the level of the unit's flags "
        "(off); a LIST (avx2,avx512) names the levels where they run"));
cl::opt<bool>
    openmp("openmp", cl::cat(category), cl::sub(reportCommands),
           cl::desc("Distribute outer loops proved parallel over threads in OpenMP builds; results "
                    "do not depend on the number of threads"));
cl::opt<bool> noHeap("no-heap", cl::desc("Emit no calls to malloc (this version never does)"),
                     cl::cat(category), cl::sub(reportCommands));
cl::opt<bool>
    noWorkThreshold("no-work-threshold", cl::cat(category), cl::sub(reportCommands),
                    cl::desc("Run fast versions even where there is too little work to pay off"));
cl::opt<std::string> floatingPoint("fp", cl::value_desc("strict|source|reassociate"),
                                   cl::init("strict"), cl::cat(category),
                                   cl::desc("Allowed floating-point reassociation; "
                                            "no step uses it yet"),
                                   cl::sub(analyzeCommand), cl::sub(rewriteCommand));
cl::opt<std::string> runCheck("run-check", cl::value_desc("on|off"), cl::init("on"),
                              cl::cat(category), cl::sub(rewriteCommand),
                              cl::desc("Run each rewrite against its original in memory and drop "
                                       "those that differ"));
cl::opt<std::string> judge("judge", cl::value_desc("on|off"), cl::init("on"), cl::cat(category),
                           cl::sub(rewriteCommand),
                           cl::desc("Build each rewrite with the unit's own compiler, time it "
                                    "against the original, and drop those that are slower"));
cl::opt<double> judgeTime("judge-time", cl::value_desc("SECONDS"), cl::init(2), cl::cat(category),
                          cl::sub(rewriteCommand),
                          cl::desc("CPU time for measuring one nest (default: 2)"));
cl::opt<std::string> dumpAfter("dump-after", cl::value_desc("STAGE"), cl::cat(category),
                               cl::desc("Print the values after a stage to standard error"),
                               cl::sub(analyzeCommand), cl::sub(rewriteCommand));
cl::opt<bool> timeStages("time-stages", cl::desc("Print the time of each stage"), cl::cat(category),
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
