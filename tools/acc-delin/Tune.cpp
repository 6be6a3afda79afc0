#include "tools/acc-delin/Commands.h"

#include "tools/acc-delin/MachineFile.h"
#include "tools/acc-delin/OnlyWords.h"
#include "tools/acc-delin/RewrittenFile.h"
#include "tools/acc-delin/Session.h"
#include "tools/acc-delin/TextFile.h"
#include "tools/lib/CompilerOfUnit.h"
#include "tools/tune/FitMachine.h"
#include "tools/tune/ScriptLines.h"
#include "tools/verify/SideBuilder.h"

#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <set>

namespace acc {
namespace {

/// Plans of one nest that are measured at most.
constexpr unsigned kMostPlans = 8;

/// A schedule of one nest that is proved.
struct Proposal {
  std::vector<Edit> edits;
  TunedSchedule schedule;
  /// None of the source's own order where that was not ranked.
  std::optional<PlanTerms> terms = {};
};

struct NestProposals {
  std::string nest;
  std::vector<Proposal> all;
  /// Of a script with parameters: what is not among them.
  std::vector<RefusedPoint> refused;
  /// Why there are none.
  std::string reason;
};

struct FileProposals {
  std::string name;
  UnitInput input;
  std::string original;
  std::vector<NestProposals> nests; // as in the text

  NestProposals &of(const std::string &nest) {
    auto found = std::find_if(nests.begin(), nests.end(),
                              [&](const NestProposals &row) { return row.nest == nest; });
    return found != nests.end() ? *found : nests.emplace_back(NestProposals{nest, {}, {}, ""});
  }
};

/// `values`: by nest, those of the script's parameters.
void addProposals(const UnitOutcome &outcome, const std::map<std::string, std::string> &values,
                  FileProposals &file) {
  for (const report::Nest &row : outcome.file.nests) {
    if (row.status == "rejected")
      continue;
    NestProposals &nest = file.of(row.id);
    if (nest.all.empty() && nest.reason.empty() && !row.rejections.empty())
      nest.reason = row.rejections.front().message;
    auto own = values.find(row.id);
    const std::string named = own == values.end() ? "" : own->second;
    if (!named.empty() && !row.rejections.empty() &&
        std::none_of(nest.refused.begin(), nest.refused.end(),
                     [&](const RefusedPoint &point) { return point.values == named; }))
      nest.refused.push_back({named, row.rejections.front().message});
    std::vector<Edit> edits = editsOf(outcome.edits, row.id);
    bool isNew = std::none_of(nest.all.begin(), nest.all.end(),
                              [&](const Proposal &other) { return other.edits == edits; });
    if (!row.rejections.empty() || edits.empty() || !isNew)
      continue;
    auto terms = std::find_if(outcome.terms.begin(), outcome.terms.end(),
                              [&](const PlanTerms &one) { return one.nest == row.id; });
    nest.all.push_back(
        {std::move(edits),
         {row.script, row.expected ? std::optional(row.expected->share) : std::nullopt, named},
         terms == outcome.terms.end() ? std::nullopt : std::optional(*terms)});
  }
}

/// All that is to be measured, and what went wrong.
struct Proposals {
  std::vector<FileProposals> files;
  bool unitFailed = false;
  /// Names in the script that no unit has.
  std::string unknown;
};

/// Adds what one session makes of the units; whether there may be more to ask for.
bool addSession(const CommandLine &line, const std::vector<Unit> &units,
                const std::map<std::string, std::string> &values, Proposals &proposals) {
  bool isLast = true;
  std::vector<FileProposals> &files = proposals.files;
  std::vector<UnitOutcome> outcomes = runSession(line, units, /*withIncluded=*/false);
  proposals.unknown = unknownNests(line, outcomes);
  if (!proposals.unknown.empty())
    proposals.unknown = "the schedule names nests that do not exist: " + proposals.unknown;
  else if (std::string words = unansweredWords(line.only, outcomes); !words.empty())
    proposals.unknown = "--only: no such nest: " + words;
  for (UnitOutcome &outcome : outcomes)
    std::erase_if(outcome.file.nests,
                  [&](const report::Nest &nest) { return !line.unit.wants(nest.id); });
  for (size_t k = 0; k < outcomes.size(); ++k) {
    UnitOutcome &outcome = outcomes[k];
    if (outcome.file.status != "ok") {
      if (files[k].name.empty())
        proposals.unitFailed |= failed(outcome.file);
      continue;
    }
    files[k].name = outcome.unit.name;
    files[k].input = outcome.unit.inputs.front();
    files[k].original = outcome.source.original;
    addProposals(outcome, values, files[k]);
    for (const report::Nest &row : outcome.file.nests)
      isLast &= row.status == "rejected" ||
                (!row.rejections.empty() && row.rejections.front().id == "not-profitable");
  }
  return !isLast;
}

/// Every plan of every nest that can be written and proved: those of the script, or the ranked
/// ones.
Proposals proposalsOf(const CommandLine &line, const std::vector<Unit> &units) {
  Proposals proposals;
  proposals.files.resize(units.size());
  for (const ScriptPoint &point : line.points) {
    std::vector<Unit> scripted = units;
    for (Unit &unit : scripted) {
      unit.options.unit.scheduleFrom = UnitOptions::ScheduleFrom::Script;
      unit.options.unit.script = point.text;
    }
    addSession(line, scripted, point.values, proposals);
    if (!proposals.unknown.empty())
      break;
  }
  for (unsigned plan = 0; line.points.empty() && plan < kMostPlans; ++plan) {
    CommandLine one = line;
    one.unit.onlyPlan = plan;
    if (!addSession(one, units, {}, proposals))
      break;
  }
  return proposals;
}

/// Round k has the k-th plan of each nest that has so many.
std::vector<TuneRound> roundsOf(const FileProposals &file) {
  std::vector<TuneRound> rounds;
  for (size_t k = 0;; ++k) {
    std::vector<Edit> edits;
    for (const NestProposals &nest : file.nests)
      if (k < nest.all.size())
        edits.insert(edits.end(), nest.all[k].edits.begin(), nest.all[k].edits.end());
    auto text = edits.empty() ? std::nullopt : applyEdits(file.original, edits);
    if (!text)
      return rounds;
    auto markers = findMarkers(*text);
    auto *regions = std::get_if<std::vector<MarkedRegion>>(&markers);
    if (!regions)
      return rounds;
    rounds.push_back({std::move(*text), std::move(*regions)});
  }
}

/// The one asked for; else a known compiler on the PATH of the name that the database has, or cc. A
/// file of the source tree names no program that is run.
RunnableCompiler compilerFor(const CommandLine &line, const UnitInput &input) {
  if (line.compilers.empty())
    return runnableCompilerOf(input);
  const std::string path = findCompiler(line.compilers.front());
  return {path, path.empty() ? "found no C compiler: " + line.compilers.front() : ""};
}

/// The ranked plans of a nest that were measured, and behind them the original; empty when there is
/// none. Estimates are of large sizes: of inputs that nobody asked for the last counts.
MeasuredNest measuredPlans(const NestProposals &nest, TunedNest measured) {
  if (!measured.isAsked && !measured.inputs.empty()) {
    const auto last = static_cast<unsigned>(measured.inputs.size() - 1);
    std::erase_if(measured.times, [&](const TuneTime &time) { return time.input != last; });
    measured.inputs.resize(1);
  }
  MeasuredNest plans;
  const PlanTerms *ranked = nullptr;
  for (const auto &[round, mean] : meansOf(measured))
    if (const auto &terms = nest.all[round].terms) {
      plans.push_back({terms->plan, 1 / mean.ratio});
      ranked = &*terms;
    }
  if (ranked)
    plans.push_back({ranked->source, 1});
  return plans;
}

/// What the files' nests gave so far.
struct Tuned {
  std::string script;
  std::set<std::string> named;
  std::vector<MeasuredNest> measured;
  bool unitFailed = false;
};

/// Adds one file; false when nothing can be written for it.
bool tuneFile(const CommandLine &line, const FileProposals &file, Tuned &tuned) {
  std::vector<TuneRound> rounds = roundsOf(file);
  std::map<std::string, TunedNest> measured;
  const auto [compiler, whyNone] = compilerFor(line, file.input);
  if (!rounds.empty()) {
    std::vector<RewrittenFile> first;
    addFile(file.name, file.input, file.original, rounds.front().rewritten, false, first);
    std::vector<UnitResult> proofs = proveAll(line, first);
    if (proofs.empty() || failed(proofs.front().file)) {
      tuned.unitFailed = true;
      return true;
    }
    Scratch scratch;
    if (!scratch.isThere) {
      complain("cannot create a folder for temporary files");
      return false;
    }
    if (!compiler.empty())
      measured = measureRounds({file.input, file.original, rounds, proofs.front().drivers,
                                line.sizes, compiler, scratch.path.str().str(),
                                hasLevels(file.input, line.unit), !alwaysContracts(file.input)});
  }
  tuned.script += "# " + file.name +
                  (compiler.empty() ? "" : ", by " + llvm::sys::path::filename(compiler).str()) +
                  "\n";
  for (const NestProposals &nest : file.nests) {
    TunedNest row = measured[nest.nest];
    if (nest.all.empty())
      row.notMeasured = nest.reason;
    else if (compiler.empty())
      row.notMeasured = whyNone;
    else if (!tuned.named.insert(nest.nest).second)
      row = {"a nest in another file has the same name, which is ambiguous in a script", {}, {}};
    std::vector<TunedSchedule> schedules;
    for (const Proposal &proposal : nest.all)
      schedules.push_back(proposal.schedule);
    std::string lines = scriptLines(nest.nest, row, schedules, nest.refused);
    if (!line.quiet)
      llvm::errs() << file.name
                   << ": remark: " << llvm::StringRef(lines).substr(2).split('\n').first << '\n';
    tuned.script += lines;
    tuned.measured.push_back(measuredPlans(nest, row));
  }
  return true;
}

/// The file of --write-machine.
ExitStatus writeMachine(const CommandLine &line, const std::vector<MeasuredNest> &measured) {
  auto fit = fitMachine(measured, line.unit.machine);
  if (auto *reason = std::get_if<std::string>(&fit)) {
    complain("--write-machine: " + *reason);
    return kFindings;
  }
  const FittedMachine &fitted = std::get<FittedMachine>(fit);
  const std::string lines = fitLines(fitted);
  if (!line.quiet)
    llvm::errs() << line.machineOutput
                 << ": remark: " << llvm::StringRef(lines).substr(2).split('\n').first << '\n';
  return writeOutput(line.machineOutput, lines + machineText(fitted.values)) ? kFine : kUsage;
}

} // namespace

int tune(const CommandLine &line) {
  auto units = collectUnits(line);
  if (auto *error = std::get_if<std::string>(&units)) {
    complain(*error);
    return kUsage;
  }
  Proposals proposals = proposalsOf(line, std::get<UnitList>(units).units);
  if (!proposals.unknown.empty()) {
    complain(proposals.unknown);
    return kUsage;
  }
  Tuned tuned;
  tuned.unitFailed = proposals.unitFailed;
  for (const FileProposals &file : proposals.files)
    if (!file.nests.empty() && !tuneFile(line, file, tuned))
      return kInternalError;
  if (!writeOutput(line.output, tuned.script))
    return kUsage;
  const ExitStatus written =
      line.machineOutput.empty() ? kFine : writeMachine(line, tuned.measured);
  return tuned.unitFailed && written != kUsage ? kUnitFailed : written;
}

} // namespace acc
