#include "tools/lib/AnalyseNest.h"

#include "analysis/delinearize/PlainViews.h"
#include "analysis/normalize/normalize.h"
#include "analysis/tree/TreePrinter.h"
#include "scheduling/LiftAnalysis.h"
#include "tools/lib/Dump.h"

namespace acc {
namespace {

void dumpAfter(const std::string &stage, const NestAnalysis &soFar, const StageLog &log) {
  log.dump(stage.c_str(), soFar.source.id, [&] {
    return stage == "read"          ? dump(soFar.source)
           : stage == "scop"        ? dump(*soFar.scop)
           : stage == "delinearize" ? dump(*soFar.scop, *soFar.views)
                                    : dump(*soFar.scop, *soFar.dependences);
  });
}

/// The tree behind the pass that the user asked for: the analysis keeps none of them.
void dumpPass(const SourceNest &source, DataConditions data, const StageLog &log) {
  const std::string pass = log.dumpedPass();
  if (!pass.empty())
    log.dump((kPassPrefix + pass).c_str(), source.id,
             [&] { return printTree(behindPass(source, data, pass)); });
}

} // namespace

AnalysisOptions analysisOptions(UnitRun &run, uint64_t quota) {
  const UnitOptions &unit = run.options;
  AnalysisOptions options;
  options.quota = quota;
  // Distances are for reports, relations for schedules.
  options.detail = unit.plan          ? DependenceDetail::Distances
                   : unit.schedules() ? DependenceDetail::Relations
                                      : DependenceDetail::Existence;
  options.keepsAsRead = unit.schedules();
  options.describes = true;
  options.findsVersions = unit.plan && unit.whole;
  options.times = &run.log.times;
  options.observer = [&log = run.log](const char *stage, const NestAnalysis &soFar) {
    dumpAfter(stage, soFar, log);
    if (stage == std::string("read"))
      dumpPass(soFar.source, soFar.data, log);
  };
  return options;
}

Outcome<LiftedNest> liftNest(UnitRun &run, NestAnalysis analysis) {
  Outcome<Nest> nest = run.log.run("lift", [&] { return lift(std::move(analysis)); });
  if (!nest)
    return nest.rejection();
  run.log.dump("lift", nest->source->scop.nest.id, [&] { return dump(*nest); });
  return LiftedNest{nest->source, std::move(*nest)};
}

std::optional<LiftedNest> withOtherViews(UnitRun &run, const NestAnalysis &analysis,
                                         uint64_t quota) {
  const bool isForSchedule =
      run.options.schedules() && !run.options.loopTree && run.options.wants(analysis.source.id);
  if (!isForSchedule || !analysis.isWhole() || analysis.rejection ||
      !withPlainViews(*analysis.scop, analysis.choices))
    return std::nullopt;
  AnalysisOptions options = analysisOptions(run, quota);
  options.data = analysis.data;
  options.plainViews = true;
  options.describes = options.findsVersions = false;
  options.detail = DependenceDetail::Relations;
  options.observer = {};
  Outcome<LiftedNest> lifted = liftNest(run, analyse(analysis.source, options));
  return lifted ? std::optional(std::move(*lifted)) : std::nullopt;
}

Outcome<LiftedNest> analyseAndLift(UnitRun &run, const SourceNest &source) {
  AnalysisOptions options = analysisOptions(run, run.options.quota);
  options.describes = options.findsVersions = false;
  return liftNest(run, analyse(source, options));
}

} // namespace acc
