#include "tools/lib/ExportNest.h"

namespace acc {

void addLoopTree(const UnitRun &run, const Plan &plan, report::Nest &row) {
  auto exported = looptree::exportPlan(plan, row.id, run.options.parameters);
  if (exported)
    row.loopTree = std::move(exported->yaml);
}

Outcome<Ok> exportNest(UnitRun &run, const LiftedNest &lifted, report::Nest &row,
                       const FindPlans &findPlans) {
  Outcome<std::vector<PlanToTry>> plans = run.log.run("schedule", findPlans);
  bool isSource = !plans && plans.rejection().kind == RejectionKind::NotProfitable;
  if (!plans && !isSource)
    return plans.rejection();
  Plan plan = isSource ? Plan(Schedule(lifted.nest), targetOf(run)) : plans->front().plan;
  Outcome<looptree::ExportedNest> exported =
      looptree::exportPlan(plan, lifted.source->scop.nest.id, run.options.parameters);
  if (!exported)
    return exported.rejection();
  row.loopTree += (row.loopTree.empty() ? "" : "---\n") + exported->yaml;
  for (const std::string &note : exported->notes)
    row.lint.push_back({"looptree", note, row.line, row.column});
  return Ok{};
}

} // namespace acc
