#include "tools/lib/CheckTogether.h"

#include "rewriter/edit/EntryMarker.h"
#include "rewriter/helpers/Widths.h"
#include "rewriter/run/Run.h"

#include <algorithm>

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

const std::string kDiffers = "the rewritten code differs from the source when both are run: ";

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
         "its flags let the compiler reassociate floating point (-Ofast, -ffast-math): of sums in "
         "which it does so, the two versions may differ in the last bits",
         0, 0});
}

void tellInSource(UnitRun &run) {
  if (!run.options.fastFile)
    return;
  for (const std::string &nest : nestsOf(run.result.edits)) {
    const std::vector<Edit> edits = editsOf(run.result.edits, nest);
    const report::Nest *row = rowOf(run, nest);
    if (std::none_of(edits.begin(), edits.end(), [](const Edit &edit) {
          return edit.text.find(kOfLevel) != std::string::npos;
        }))
      run.result.file.errors.push_back(
          {"in-source",
           "the fast version of " + nest +
               " stands in the source: it needs declarations, conditions or macros of that place, "
               "or values that no function can be given",
           row ? row->line : 0, row ? row->column : 0});
  }
}

void checkTogether(UnitRun &run, const std::set<std::string> *only) {
  if (run.result.edits.empty() || run.options.keepClaims)
    return;
  UnitInput rewritten = run.input;
  rewritten.text = applyEdits(*run.facts->text, run.result.edits);
  std::string fault = "the edits overlap";
  if (rewritten.text) {
    // What runs was compiled. What the runs cannot compile may still be C.
    if (run.options.runCheck && runAll(run, rewritten, only).empty())
      return;
    SourceUnit unit = run.log.run("validate", [&] { return readUnit(rewritten); });
    if (unit.errors.empty())
      return;
    fault = "the rewritten file does not compile: " + unit.errors.front().message;
  }
  run.result.edits.clear();
  for (report::Nest &row : run.result.file.nests)
    if (row.rejections.empty())
      addRejection(row, Rejection{RejectionKind::NotProved, {}, fault});
}

} // namespace acc
