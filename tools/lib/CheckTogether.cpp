#include "tools/lib/CheckTogether.h"

#include "rewriter/edit/EntryMarker.h"
#include "rewriter/edit/FastFile.h"
#include "rewriter/helpers/Widths.h"
#include "rewriter/run/Run.h"
#include "tools/lib/CompilerOfUnit.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace acc {
namespace {

bool reassociates(const UnitRun &run) {
  return run.options.fp == FloatingPoint::Reassociate ||
         (run.options.fp == FloatingPoint::Source && run.facts->allowsReassociation);
}

std::vector<std::map<std::string, int64_t>> hintsFor(const UnitRun &run, const std::string &nest) {
  std::vector<std::map<std::string, int64_t>> hints;
  for (const SmallInput &input : run.result.inputs)
    if (input.nest == nest)
      hints.emplace_back(input.values.begin(), input.values.end());
  return hints;
}

/// Flags for the levels of the processor beyond the unit's own at which the fast versions run here,
/// too.
std::vector<std::vector<std::string>> otherLevels(const UnitRun &run, const std::string &text) {
  std::vector<std::vector<std::string>> levels;
#if defined(__x86_64__)
  if (!run.options.fastFile || targetOf(run).name != kPortable || !dependsOnWidth(text))
    return levels;
  if (__builtin_cpu_supports("avx2"))
    levels.push_back({"-mavx2"});
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    levels.push_back({"-mavx512f", "-mavx512bw", "-mavx512dq", "-mavx512vl"});
#endif
  return levels;
}

const std::string kDiffers = "the rewritten code and the source give different results: ";

/// Leaves out a rewrite.
void dropNest(UnitRun &run, const std::string &nest, const std::string &why) {
  removeNest(run.result.edits, nest);
  if (report::Nest *row = rowOf(run, nest))
    addRejection(*row, {RejectionKind::Internal, {}, why});
}

/// Runs the rewrites of the text, of the nests in `only` if it is given, and leaves out those that
/// differ. The errors of the compiler, if there are some.
std::vector<ParseError> runAll(UnitRun &run, const UnitInput &rewritten,
                               const std::set<std::string> *only) {
  auto markers = findMarkers(*rewritten.text);
  auto *regions = std::get_if<std::vector<MarkedRegion>>(&markers);
  if (!regions)
    return {{std::get<MarkerError>(markers).message, {}}};
  std::vector<RewrittenNest> nests;
  for (const MarkedRegion &region : *regions)
    if (!only || only->count(region.nest))
      nests.push_back(rewrittenNest(run, region));
  RunVerdicts runs = run.log.run("run", [&] { return runRewrites(rewritten, nests); });
  for (size_t k = 0; k < runs.verdicts.size(); ++k) {
    const RunVerdict &verdict = runs.verdicts[k];
    report::Nest *row = rowOf(run, nests[k].id);
    if (row)
      row->milliseconds += verdict.milliseconds;
    if (verdict.difference.empty() && verdict.death.empty()) {
      if (row)
        row->run = report::Run{verdict.inputs, verdict.fast, verdict.why};
      continue;
    }
    dropNest(run, nests[k].id,
             verdict.difference.empty() ? "the rewritten code was not run: " + verdict.death
                                        : kDiffers + verdict.difference);
  }
  for (const std::vector<std::string> &flags : otherLevels(run, *rewritten.text)) {
    UnitInput level = rewritten;
    level.flags.insert(level.flags.end(), flags.begin(), flags.end());
    RunVerdicts others = run.log.run("run", [&] { return runRewrites(level, nests); });
    for (size_t k = 0; k < others.verdicts.size(); ++k)
      if (!others.verdicts[k].difference.empty() && runs.verdicts[k].difference.empty()) {
        runs.verdicts[k].difference = others.verdicts[k].difference;
        dropNest(run, nests[k].id,
                 kDiffers + others.verdicts[k].difference + " (" + flags.front() + ")");
      }
  }
  return runs.errors;
}

} // namespace

report::Nest *rowOf(UnitRun &run, const std::string &nest) {
  std::vector<report::Nest> &rows = run.result.file.nests;
  std::string first = nest.substr(0, nest.find('+'));
  auto found = std::find_if(rows.begin(), rows.end(),
                            [&](const report::Nest &row) { return row.id == first; });
  return found == rows.end() ? nullptr : &*found;
}

RewrittenNest rewrittenNest(const UnitRun &run, const MarkedRegion &region) {
  return {region.nest, region.whole, reassociates(run), hintsFor(run, region.nest), region.entry};
}

void warnOfFastMath(UnitRun &run) {
  if (!run.result.edits.empty() && run.facts->allowsReassociation)
    run.result.file.errors.push_back(
        {"fast-math",
         "the flags allow floating-point reassociation (-Ofast, -ffast-math): sums in the two "
         "versions may differ in the last bits",
         0, 0});
}

void tellInSource(UnitRun &run) {
  if (!run.options.fastFile || run.input.inclusion)
    return;
  for (const std::string &nest : nestsOf(run.result.edits))
    if (auto why = run.result.inSource.find(nest); why != run.result.inSource.end()) {
      const report::Nest *row = rowOf(run, nest);
      run.result.file.errors.push_back(
          {"in-source", "the fast version of " + nest + " is in the source itself: " + why->second,
           row ? row->line : 0, row ? row->column : 0});
    }
}

namespace {

/// Where the text uses the name as a word of its own, from `at` on; npos for nowhere.
size_t findWord(const std::string &text, const std::string &word, size_t at) {
  auto isInWord = [&](size_t k) {
    return k < text.size() && (std::isalnum(static_cast<unsigned char>(text[k])) || text[k] == '_');
  };
  for (at = text.find(word, at); at != std::string::npos; at = text.find(word, at + 1))
    if (!(at > 0 && isInWord(at - 1)) && !isInWord(at + word.size()))
      return at;
  return at;
}

} // namespace

void tellMovedLines(UnitRun &run) {
  if (run.result.edits.empty())
    return;
  const std::string &text = *run.facts->text;
  size_t first = text.size();
  for (const Edit &edit : run.result.edits)
    first = std::min<size_t>(first, edit.begin);
  std::string name = "__LINE__"; // of a macro that is defined above and used below, too
  size_t use = findWord(text, name, 0);
  if (use == std::string::npos && text.find("assert.h") != std::string::npos)
    use = findWord(text, name = "assert", first);
  if (use == std::string::npos)
    return;
  const auto line = 1 + std::count(text.begin(), text.begin() + ptrdiff_t(use), '\n');
  run.result.file.errors.push_back(
      {"moved-lines",
       "the rewrite adds lines to the file: below them, " + name +
           " gives other line numbers, unless --line-directives keeps them",
       unsigned(line), 1});
}

std::vector<std::pair<std::string, std::string>>
writtenFiles(const UnitRun &run, const std::string &text, const std::string &name) {
  if (!run.options.fastFile)
    return {{name, text}};
  return separateFiles(text, name, hasLevels(run.input, run.options), !alwaysContracts(run.input));
}

std::map<std::string, std::string> faultyNests(const UnitRun &run, const TextFault &faultOf) {
  const std::vector<Edit> &edits = run.result.edits;
  auto faultWith = [&](const std::vector<Edit> &some) {
    auto text = applyEdits(*run.facts->text, some);
    return text ? faultOf(*text) : "the edits overlap";
  };
  std::map<std::string, std::string> faulty;
  const std::string fault = faultWith(edits);
  if (fault.empty() || !faultOf(*run.facts->text).empty())
    return faulty;
  const std::vector<std::string> nests = nestsOf(edits);
  for (const std::string &nest : nests)
    if (std::string own = faultWith(editsOf(edits, nest)); !own.empty())
      faulty[nest] = own;
  if (faulty.empty())
    for (const std::string &nest : nests)
      faulty[nest] = fault;
  return faulty;
}

void checkTogether(UnitRun &run, const std::set<std::string> *only) {
  if (run.result.edits.empty() || run.options.keepClaims)
    return;
  UnitInput rewritten = run.input;
  rewritten.text = applyEdits(*run.facts->text, run.result.edits);
  // What runs was compiled. What the runs cannot compile may still be C.
  const bool isCompiled =
      rewritten.text && run.options.runCheck && runAll(run, rewritten, only).empty();
  const std::filesystem::path file = run.input.file();
  auto faultOf = [&](const std::string &text) -> std::string {
    auto files = writtenFiles(run, text, file.filename());
    if (isCompiled && files.size() == 1)
      return "";
    UnitInput written = run.input;
    written.text = std::move(files.front().second);
    auto others = std::make_shared<std::map<std::string, std::string>>();
    if (run.input.otherTexts)
      *others = *run.input.otherTexts;
    for (size_t k = 1; k < files.size(); ++k)
      (*others)[file.parent_path() / files[k].first] = std::move(files[k].second);
    written.otherTexts = std::move(others);
    const SourceUnit unit = run.log.run("validate", [&] { return readUnit(written); });
    return unit.errors.empty() ? "" : unit.errors.front().message;
  };
  for (auto faulty = faultyNests(run, faultOf); !faulty.empty(); faulty = faultyNests(run, faultOf))
    for (const auto &[nest, fault] : faulty) {
      removeNest(run.result.edits, nest);
      if (report::Nest *row = rowOf(run, nest))
        addRejection(
            *row, {RejectionKind::NotProved, {}, "the rewritten file does not compile: " + fault});
    }
  if (nestsOf(run.result.edits).empty())
    run.result.edits.clear();
}

} // namespace acc
