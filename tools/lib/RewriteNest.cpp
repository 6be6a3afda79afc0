#include "tools/lib/RewriteNest.h"

#include "rewriter/emit/Emit.h"
#include "rewriter/validate/Validate.h"
#include "scheduling/autoschedule/AutoSchedule.h"
#include "tools/lib/Dump.h"
#include "tools/lib/ScriptJson.h"

namespace acc {
namespace {

/// Reads the file with this one edit back and proves the fast version equal.
Outcome<Proof> proveEdit(UnitRun &run, const LiftedNest &lifted, const Edit &edit,
                         const IslContext &context) {
  const SourceNest &source = lifted.source->scop.nest;
  std::optional<std::string> after = applyEdits(*run.facts->text, {edit});
  if (!after)
    return Rejection{RejectionKind::Internal, source.root->range, "the edit is out of range"};
  auto markers = findMarkers(*after);
  if (auto *error = std::get_if<MarkerError>(&markers))
    return Rejection{RejectionKind::NotProved, source.root->range, error->message};
  for (const MarkedRegion &region : std::get<std::vector<MarkedRegion>>(markers)) {
    if (region.nest != source.id)
      continue;
    UnitInput rewritten = run.input;
    rewritten.text = std::move(*after);
    return validate(lifted.source->scop, lifted.source->views, rewritten, region.whole, context);
  }
  return Rejection{RejectionKind::NotProved, source.root->range, "the markers were not found"};
}

/// One plan as C text, edit and proof. Analysis stops after the C text, which gives the
/// report its schedule and guard.
Outcome<Ok> writePlan(UnitRun &run, const LiftedNest &lifted, const Plan &plan,
                      const IslContext &context, report::Nest &row) {
  const SourceNest &source = lifted.source->scop.nest;
  std::string script = printScript(plan, source.id);
  run.log.dump("schedule", source.id, [&] { return dump(plan, source.id); });

  EmitOptions emitOptions{run.options.openmp, run.options.noHeap};
  Outcome<EmittedNest> emitted = run.log.run("emit", [&] { return emit(plan, emitOptions); });
  if (!emitted)
    return emitted.rejection();
  run.log.dump("emit", source.id, [&] { return dump(*emitted); });

  if (run.options.rewrite) {
    Edit edit =
        guardedEdit(*run.facts->text, {source.id, emitted->summary, source.root->loop.editRange,
                                       emitted->guard, emitted->fastBlock, emitted->flag,
                                       source.root->loop.pins});
    Outcome<Proof> proof =
        run.log.run("validate", [&] { return proveEdit(run, lifted, edit, context); });
    if (!proof) {
      // Its place is one in the rewritten text, which nobody will see.
      Rejection rejection = proof.rejection();
      rejection.where = source.root->range;
      return rejection;
    }
    run.result.edits.push_back(std::move(edit));
  }
  row.guard = emitted->integers.str();
  if (!row.versions.empty())
    row.versions.front().guard = row.guard;
  row.guardText = emitted->guard;
  row.script = script;
  row.schedule = scheduleStepsJson(script);
  return Ok{};
}

} // namespace

Outcome<std::vector<Plan>> plansFor(const UnitRun &run, const std::string &nestId,
                                    const Nest &nest) {
  Target target = hostTarget();
  switch (run.options.scheduleFrom) {
  case UnitOptions::ScheduleFrom::Auto: {
    std::vector<Plan> ranked = rankedSchedules(nest, target);
    if (ranked.empty())
      return Rejection{RejectionKind::NotProfitable, placeOf(nest), ""};
    return ranked;
  }
  case UnitOptions::ScheduleFrom::None:
    return std::vector<Plan>{Plan(Schedule(nest), target)};
  case UnitOptions::ScheduleFrom::Script: {
    Outcome<Plan> plan = run.given->apply(nestId, nest, target);
    if (!plan)
      return plan.rejection();
    return std::vector<Plan>{std::move(*plan)};
  }
  }
  return Rejection{RejectionKind::Internal, {}, "no source of schedules"};
}

Outcome<Ok> proveWritten(UnitRun &run, const LiftedNest &lifted, const IslContext &context) {
  const SourceNest &source = lifted.source->scop.nest;
  auto markers = findMarkers(*run.options.written);
  if (auto *error = std::get_if<MarkerError>(&markers))
    return Rejection{RejectionKind::NotProved, source.root->range, error->message};
  for (const MarkedRegion &region : std::get<std::vector<MarkedRegion>>(markers)) {
    if (region.nest != source.id)
      continue;
    UnitInput written = run.input;
    written.text = run.options.written;
    Outcome<Proof> proof = run.log.run("validate", [&] {
      return validate(lifted.source->scop, lifted.source->views, written, region.whole, context);
    });
    if (!proof) {
      Rejection rejection = proof.rejection();
      rejection.where = source.root->range;
      return rejection;
    }
    run.result.proved.push_back(source.id);
  }
  return Ok{};
}

Outcome<Ok> rewriteNest(UnitRun &run, const LiftedNest &lifted, const IslContext &context,
                        report::Nest &row,
                        const std::function<Outcome<std::vector<Plan>>()> &findPlans) {
  const SourceNest &source = lifted.source->scop.nest;
  if (run.options.written)
    return proveWritten(run, lifted, context);
  if (source.root->loop.notEditable)
    return *source.root->loop.notEditable;
  for (const Assumption &assumption : lifted.source->views.assumptions)
    if (assumption.verdict == Verdict::Refuted)
      return Rejection{RejectionKind::NeverValid, assumption.where,
                       assumption.text.empty() ? assumptionName(assumption.kind) : assumption.text};

  Outcome<std::vector<Plan>> plans = run.log.run("schedule", findPlans);
  if (!plans)
    return plans.rejection();
  std::optional<Rejection> reason;
  for (const Plan &plan : *plans) {
    Outcome<Ok> written = writePlan(run, lifted, plan, context, row);
    if (written)
      return written;
    if (!reason)
      reason = written.rejection();
  }
  return *reason;
}

} // namespace acc
