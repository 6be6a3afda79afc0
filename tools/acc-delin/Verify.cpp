#include "tools/acc-delin/Commands.h"

#include "rewriter/run/Run.h"
#include "tools/acc-delin/CompileDatabase.h"
#include "tools/acc-delin/IncludedFiles.h"
#include "tools/acc-delin/Replay.h"
#include "tools/acc-delin/RewrittenFile.h"
#include "tools/acc-delin/Session.h"
#include "tools/acc-delin/TextFile.h"
#include "tools/acc-delin/VerifyText.h"
#include "tools/acc-delin/VerifyVersions.h"
#include "tools/lib/CompilerOfUnit.h"
#include "tools/report/Summary.h"
#include "tools/verify/Verify.h"

#include "llvm/Support/JSON.h"

#include <algorithm>

namespace acc {
namespace {

/// The name of the configuration of nests that run without their function.
constexpr const char *kAlone = "Clang in memory, the nest alone";

/// What was found of one nest.
struct Verdict {
  std::string file, nest;
  unsigned line = 0;
  /// "" when proved.
  std::string notProved;
  NestRuns runs;
  /// Whether a fast version on disk is what the schedule in its marker gives, or why not. A
  /// difference is no fault: the text is judged as it stands.
  std::optional<Replayed> replayed;

  bool isWrong() const { return !notProved.empty() || !runs.wrong.empty(); }
};

struct Summary {
  std::vector<Verdict> verdicts;
  std::vector<std::string> configurations;
  /// What was analysed and proved: whether something failed or crashed.
  report::Report files;
};

/// Files with markers as they are; the others as `rewrite` would leave them.
std::vector<RewrittenFile> findFiles(const CommandLine &line, std::vector<Unit> units,
                                     Summary &summary) {
  std::vector<RewrittenFile> candidates;
  std::vector<Unit> fresh;
  for (Unit &unit : units) {
    auto source = readSource(unit.path);
    auto *text = std::get_if<SourceText>(&source);
    if (text && text->isRewritten()) {
      size_t before = candidates.size();
      addFile(unit.name, unit.inputs.front(), text->original, text->joined, true, candidates);
      if (candidates.size() > before && (!text->fastPath.empty() || !text->plain.lines.empty())) {
        candidates.back().lines = markerLines(*text);
        if (text->areHelpersEdited)
          candidates.back().notProved =
              "the file of its helpers, " + text->helpers + ", was edited manually";
      }
    } else
      fresh.push_back(std::move(unit));
  }
  for (UnitOutcome &outcome : runSession(line, std::move(fresh), /*withIncluded=*/false)) {
    summary.files.files.push_back(outcome.file);
    if (failed(outcome.file))
      continue;
    if (outcome.edits.empty())
      continue;
    if (auto rewritten = applyEdits(outcome.source.original, outcome.edits))
      addFile(outcome.unit.name, outcome.unit.inputs.front(), outcome.source.original, *rewritten,
              false, candidates);
  }
  return candidates;
}

/// "" when it is. What was rewritten for this session was proved before it was given.
std::string whyNotProved(const RewrittenFile &candidate, const UnitResult &result,
                         const MarkedRegion &region) {
  if (!candidate.notProved.empty())
    return candidate.notProved;
  if (!candidate.isOnDisk ||
      std::find(result.proved.begin(), result.proved.end(), region.nest) != result.proved.end())
    return "";
  std::string first = region.nest.substr(0, region.nest.find('+'));
  for (const report::Nest &row : result.file.nests)
    if (row.id == first && !row.rejections.empty())
      return row.rejections.front().message;
  return "the original has no such nest";
}

/// Where the original loop is in the user's file.
unsigned lineOf(const RewrittenFile &candidate, const UnitResult &result,
                const MarkedRegion &region) {
  if (!candidate.isOnDisk)
    for (const report::Nest &row : result.file.nests)
      if (row.id == region.nest.substr(0, region.nest.find('+')))
        return row.line;
  // Behind the line of the marker, wherever the functions stand.
  auto there = candidate.lines.find(region.nest);
  return there == candidate.lines.end() ? region.original.line
                                        : there->second + region.original.line - region.whole.line;
}

/// What of the file's nests was not run as a part of its function runs alone, by the code of the
/// compiler in memory.
void runAlone(const RewrittenFile &candidate, RunResult &result) {
  std::vector<RewrittenNest> alone;
  for (const MarkedRegion &region : candidate.regions)
    if (!result.nests[region.nest].notRun.empty())
      alone.push_back({region.nest, region.whole, false, {}, region.entry});
  if (alone.empty())
    return;
  UnitInput input = candidate.input;
  input.text = candidate.rewritten;
  RunVerdicts found = runRewrites(input, alone);
  bool isRun = false;
  for (size_t k = 0; k < found.verdicts.size(); ++k) {
    const RunVerdict &verdict = found.verdicts[k];
    if (verdict.fast == 0 && verdict.difference.empty())
      continue;
    NestRuns &runs = result.nests[alone[k].id];
    runs = {"", verdict.inputs, verdict.inputs, verdict.fast, verdict.inputs - verdict.fast, {}};
    if (!verdict.difference.empty())
      runs.wrong.push_back(std::string(kAlone) + ": " + verdict.difference);
    isRun = true;
  }
  if (isRun)
    result.configurations.push_back(kAlone);
}

/// Of a nest that several inclusions have, one verdict: what is wrong in one of them.
void add(Verdict verdict, Summary &summary) {
  auto known =
      std::find_if(summary.verdicts.begin(), summary.verdicts.end(), [&](const Verdict &other) {
        return other.file == verdict.file && other.nest == verdict.nest;
      });
  if (known == summary.verdicts.end())
    summary.verdicts.push_back(std::move(verdict));
  else if (!known->isWrong())
    *known = std::move(verdict);
}

/// Takes from the files the nests that only their inclusions have.
void takeOut(const std::vector<RewrittenFile> &included, std::vector<RewrittenFile> &files) {
  for (const RewrittenFile &inclusion : included)
    for (RewrittenFile &file : files)
      if (realPath(file.input.path) == inclusion.input.inclusion->path)
        std::erase_if(file.regions, [&](const MarkedRegion &region) {
          return std::any_of(inclusion.regions.begin(), inclusion.regions.end(),
                             [&](const MarkedRegion &other) { return other.nest == region.nest; });
        });
  std::erase_if(files, [](const RewrittenFile &file) { return file.regions.empty(); });
}

bool verifyFile(const CommandLine &line, const RewrittenFile &candidate, UnitResult proof,
                const std::map<std::string, Replayed> &replayed, Summary &summary) {
  Scratch scratch;
  if (!scratch.isThere) {
    complain("cannot create a folder for temporary files");
    return false;
  }
  RunRequest request{candidate.input,
                     candidate.original,
                     candidate.rewritten,
                     candidate.regions,
                     std::move(proof.drivers),
                     hasLevels(candidate.input, line.unit),
                     !alwaysContracts(candidate.input)};
  RunOptions options;
  if (!line.compilers.empty())
    options.compilers = line.compilers;
  options.folder = scratch.path.str().str();
  RunResult runs = runBothVersions(request, options);
  runAlone(candidate, runs);
  for (const std::string &name : runs.configurations)
    if (std::find(summary.configurations.begin(), summary.configurations.end(), name) ==
        summary.configurations.end())
      summary.configurations.push_back(name);
  for (const MarkedRegion &region : candidate.regions) {
    Verdict verdict{candidate.name,
                    region.nest,
                    lineOf(candidate, proof, region),
                    whyNotProved(candidate, proof, region),
                    runs.nests[region.nest],
                    {}};
    if (auto one = replayed.find(region.nest); one != replayed.end())
      verdict.replayed = one->second;
    add(std::move(verdict), summary);
  }
  return true;
}

std::string textOf(const Summary &summary) {
  std::string text;
  unsigned proved = 0, run = 0, wrong = 0;
  for (const Verdict &verdict : summary.verdicts) {
    const NestRuns &runs = verdict.runs;
    std::string place = verdict.file + ":" + std::to_string(verdict.line) + ": ";
    text += place + (verdict.isWrong() ? "error: " : "remark: ") + verdict.nest + ": " +
            (verdict.notProved.empty() ? "proved" : "not proved: " + verdict.notProved);
    if (!runs.wrong.empty())
      text += "; differs";
    else if (!runs.notRun.empty())
      text += "; not run: " + runs.notRun;
    else
      text += "; " + std::to_string(runs.comparisons) + " identical runs on " +
              report::plural(runs.inputs, "input") + ", fast version taken in " +
              std::to_string(runs.guardTrue);
    if (verdict.replayed && verdict.replayed->isSame)
      text += "; the text is what its schedule produces";
    text += "\n";
    if (verdict.replayed && !verdict.replayed->isSame)
      text += place + "note: the text is not what its schedule produces: " + verdict.replayed->why +
              "\n";
    for (const std::string &sentence : runs.wrong)
      text += place + "note: " + sentence + "\n";
    proved += verdict.notProved.empty();
    run += runs.notRun.empty();
    wrong += verdict.isWrong();
  }
  text += comparedUnder(summary.configurations) +
          report::plural(static_cast<unsigned>(summary.verdicts.size()), "rewritten nest") + ": " +
          std::to_string(proved) + " proved, " + std::to_string(run) + " run, " +
          std::to_string(wrong) + " wrong\n";
  return text;
}

std::string jsonOf(const Summary &summary) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream out(stream, 2);
  out.object([&] {
    out.attribute("schemaVersion", 1);
    writeTexts(out, "configurations", summary.configurations);
    out.attributeArray("nests", [&] {
      for (const Verdict &verdict : summary.verdicts)
        out.object([&] {
          out.attribute("path", llvm::json::fixUTF8(verdict.file));
          out.attribute("id", llvm::json::fixUTF8(verdict.nest));
          out.attribute("line", verdict.line);
          out.attribute("proved", verdict.notProved.empty());
          out.attribute("notProved", llvm::json::fixUTF8(verdict.notProved));
          out.attribute("notRun", llvm::json::fixUTF8(verdict.runs.notRun));
          out.attribute("inputs", verdict.runs.inputs);
          out.attribute("comparisons", verdict.runs.comparisons);
          out.attribute("guardTrue", verdict.runs.guardTrue);
          out.attribute("guardFalse", verdict.runs.guardFalse);
          writeTexts(out, "wrong", verdict.runs.wrong);
          if (verdict.replayed) {
            out.attribute("asScheduled", verdict.replayed->isSame);
            out.attribute("notAsScheduled", llvm::json::fixUTF8(verdict.replayed->why));
          }
        });
    });
  });
  return text + "\n";
}

} // namespace

int verify(const CommandLine &line) {
  auto units = collectUnits(line);
  if (auto *error = std::get_if<std::string>(&units)) {
    complain(*error);
    return kUsage;
  }
  if (std::optional<int> status = verifyVersions(line, std::get<UnitList>(units).units))
    return *status;
  Summary summary;
  UnitList &list = std::get<UnitList>(units);
  // What is proved is read with the headers as they were.
  const auto originals = originalTextsBelow(realPath(list.commonParent));
  for (Unit &unit : list.units)
    for (UnitInput &input : unit.inputs)
      input.otherTexts = originals;
  std::vector<RewrittenFile> included = includedFiles(line, list.units);
  std::vector<RewrittenFile> candidates = findFiles(line, std::move(list.units), summary);
  takeOut(included, candidates);
  candidates.insert(candidates.begin(), std::make_move_iterator(included.begin()),
                    std::make_move_iterator(included.end()));
  std::vector<RewrittenFile> onDisk;
  std::copy_if(candidates.begin(), candidates.end(), std::back_inserter(onDisk),
               [](const RewrittenFile &file) { return file.isOnDisk; });
  std::vector<ReplayedFile> replayed = replayAll(line, onDisk);
  replayed.resize(candidates.size()); // those on disk come first
  std::vector<RewrittenFile> claimed = candidates;
  for (size_t k = 0; k < onDisk.size(); ++k)
    claimed[k].rewritten = replayed[k].claimed;
  std::vector<UnitResult> proofs = proveAll(line, claimed);
  for (size_t k = 0; k < candidates.size(); ++k) {
    proofs[k].file.path = candidates[k].name;
    summary.files.files.push_back(proofs[k].file);
    if (!failed(proofs[k].file) &&
        !verifyFile(line, candidates[k], std::move(proofs[k]), replayed[k].nests, summary))
      return kInternalError;
  }
  if (!writeOutput(line.output, line.format == Format::Json ? jsonOf(summary) : textOf(summary)))
    return kUsage;
  bool wrong = std::any_of(summary.verdicts.begin(), summary.verdicts.end(),
                           [](const Verdict &verdict) { return verdict.isWrong(); });
  bool notRun = std::any_of(summary.verdicts.begin(), summary.verdicts.end(),
                            [](const Verdict &verdict) { return !verdict.runs.notRun.empty(); });
  if (wrong)
    return kFindings;
  const report::Counts counts = report::count(summary.files);
  if (counts.internalErrors)
    return kInternalError;
  if (counts.failedFiles)
    return kUnitFailed;
  bool asks = line.base.failOn.least && *line.base.failOn.least < report::Level::Lint;
  return notRun && asks ? kFindings : kFine;
}

} // namespace acc
