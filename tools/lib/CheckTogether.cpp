#include "tools/lib/CheckTogether.h"

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
    removeNest(run.result.edits, nests[k].id);
    if (row)
      addRejection(*row, {RejectionKind::Internal,
                          {},
                          verdict.difference.empty()
                              ? "the rewritten code was not run: " + verdict.death
                              : "the rewritten code differs from the source when both are run: " +
                                    verdict.difference});
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
  return {region.nest, region.whole, reassociates(run), hintsFor(run, region.nest)};
}

void warnOfFastMath(UnitRun &run) {
  if (!run.result.edits.empty() && run.facts->allowsReassociation)
    run.result.file.errors.push_back(
        {"fast-math",
         "its flags let the compiler reassociate floating point (-Ofast, -ffast-math): of sums in "
         "which it does so, the two versions may differ in the last bits",
         0, 0});
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
