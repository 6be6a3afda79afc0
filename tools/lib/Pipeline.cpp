#include "tools/lib/Pipeline.h"

#include "analysis/model/DeadStatements.h"
#include "analysis/delinearize/Delinearization.h"
#include "analysis/delinearize/FoldSplit.h"
#include "analysis/delinearize/Lint.h"
#include "analysis/dependence/Dependence.h"
#include "rewriter/emit/Emit.h"
#include "rewriter/validate/Validate.h"
#include "scheduling/autoschedule/AutoSchedule.h"
#include "scheduling/looptree/NestTree.h"
#include "tools/lib/Dump.h"
#include "tools/lib/JointNest.h"
#include "tools/lib/ScriptJson.h"
#include "tools/lib/StageLog.h"
#include "tools/lib/ToReport.h"

#include <algorithm>
#include <functional>
#include <set>

namespace acc {
namespace {

/// What the user gave as schedule: a script, or a LoopTree mapping, which is for the
/// nest that its title names, or for every nest.
struct GivenSchedule {
  std::optional<Script> script;
  std::optional<looptree::MappingNode> mapping;

  bool has(const std::string &nestId) const {
    return script ? script->has(nestId) : mapping->text.empty() || mapping->text == nestId;
  }
  Outcome<Plan> apply(const std::string &nestId, const Nest &nest, const Target &target) const {
    return script ? script->apply(nestId, nest, target)
                  : looptree::planOf(*mapping, nest, target);
  }
};

std::variant<GivenSchedule, report::Finding> readGiven(const std::string &text) {
  auto finding = [](const std::string &message, unsigned line, unsigned column) {
    return report::Finding{rejectionId(RejectionKind::InvalidSchedule), message, line, column};
  };
  if (looptree::isLoopTree(text)) {
    looptree::Diagnostics diagnostics;
    auto mapping = looptree::mappingIn("", text, diagnostics);
    if (mapping)
      return GivenSchedule{std::nullopt, std::move(*mapping)};
    const looptree::Diagnostic &first = diagnostics.all().front();
    return finding(first.message, first.where.line, first.where.column);
  }
  auto parsed = Script::parse(text);
  if (auto *error = std::get_if<ScriptError>(&parsed))
    return finding(error->message, error->line, error->column);
  return GivenSchedule{std::move(std::get<Script>(parsed)), std::nullopt};
}

/// One unit on its way through the stages.
struct UnitRun {
  const UnitInput &input;
  const UnitOptions &options;
  const NestObserver &observer;
  const GivenSchedule *given;
  StageLog log;
  std::shared_ptr<const UnitFacts> facts;
  UnitResult result;
};

/// What the rewriting half needs of the analysing half.
struct LiftedNest {
  std::shared_ptr<const LiftedScop> source;
  Nest nest;
};

/// The analysing half: source nest to Accera's nest. `row` receives what each
/// stage found, also when a later one refuses.
Outcome<LiftedNest> analyseNest(UnitRun &run, const SourceNest &source, const IslContext &context,
                                report::Nest &row) {
  if (source.functionRejection)
    return *source.functionRejection;
  run.log.dump("read", source.id, [&] { return dump(source); });

  Outcome<Scop> scop = run.log.run("scop", [&]() -> Outcome<Scop> {
    Outcome<Scop> whole = buildScop(source);
    return whole ? withoutDeadStatements(std::move(*whole), context) : whole;
  });
  if (!scop)
    return scop.rejection();
  run.log.dump("scop", source.id, [&] { return dump(*scop); });

  DelinearizeOptions viewOptions{run.options.quota};
  Outcome<ViewChoices> choices =
      run.log.run("delinearize", [&] { return searchViews(*scop, context, viewOptions); });
  auto viewsOfChoices = [&]() -> Outcome<Delinearization> {
    if (!choices)
      return choices.rejection();
    return run.log.run("delinearize",
                       [&] { return delinearize(*scop, *choices, context, viewOptions); });
  };
  Outcome<Delinearization> views = viewsOfChoices();
  if (choices && (!views || !views->validity.isTrue())) {
    auto split =
        run.log.run("scop", [&] { return withFoldsSplit(*scop, *choices, context); });
    if (split && *split) {
      scop = std::move((*split)->scop);
      choices = std::move((*split)->choices);
      views = viewsOfChoices();
    }
  }
  describe(run.log.run("delinearize", [&] { return lint(*scop, views ? &*views : nullptr, context); }),
           row);
  if (!views)
    return views.rejection();
  run.log.dump("delinearize", source.id, [&] { return dump(*scop, *views); });

  Outcome<Dependences> dependences =
      run.log.run("dependences", [&] { return computeDependences(*scop, *views, context); });
  if (!dependences)
    return dependences.rejection();
  run.log.dump("dependences", source.id, [&] { return dump(*scop, *dependences); });

  auto lifted = std::make_shared<const LiftedScop>(
      LiftedScop{&context, std::move(*scop), std::move(*views), std::move(*dependences)});
  Outcome<Nest> nest = run.log.run("lift", [&] { return lift(lifted); });
  if (!nest)
    return nest.rejection();
  run.log.dump("lift", source.id, [&] { return dump(*nest); });

  describe(lifted->scop, row);
  describe(lifted->scop, lifted->views, row);
  auto versions = run.log.run(
      "delinearize", [&] { return viewVersions(lifted->scop, lifted->views, *choices, context); });
  if (versions)
    describe(lifted->scop, *versions, row);
  describe(lifted->scop, lifted->dependences, row);
  return LiftedNest{std::move(lifted), std::move(*nest)};
}

/// The plans to try, best first: searched, scripted, or the source's order.
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

/// Proves the version of the nest that the written text holds; a nest without one is left.
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

/// The rewriting half. A plan that cannot be written or proved gives way to the next; when
/// none is left, the reason is that of the best.
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

/// The nest with the schedule that it would get, as a LoopTree; in the source's order
/// when no schedule is faster.
Outcome<Ok> exportNest(UnitRun &run, const LiftedNest &lifted, report::Nest &row) {
  const std::string &id = lifted.source->scop.nest.id;
  Outcome<std::vector<Plan>> plans =
      run.log.run("schedule", [&] { return plansFor(run, id, lifted.nest); });
  bool isSource = !plans && plans.rejection().kind == RejectionKind::NotProfitable;
  if (!plans && !isSource)
    return plans.rejection();
  Plan plan = isSource ? Plan(Schedule(lifted.nest)) : plans->front();
  Outcome<looptree::ExportedNest> exported =
      looptree::exportPlan(plan, id, run.options.parameters);
  if (!exported)
    return exported.rejection();
  row.loopTree = exported->yaml;
  for (const std::string &note : exported->notes)
    row.lint.push_back({"looptree", note, row.line, row.column});
  return Ok{};
}

/// A stage that throws is a fault of ours in one nest, not in the others.
template <typename T, typename Stage>
Outcome<T> contained(const SourceNest &source, Stage &&stage) {
  try {
    return stage();
  } catch (const std::exception &error) {
    return Rejection{RejectionKind::Internal, source.root->range, error.what()};
  }
}

/// Analyses a nest and, when it cannot be lifted as a whole, looks for liftable
/// parts in it. `refused` is the id of the outermost nest, for a part: a part is
/// reported only when it is lifted, below that nest.
///   before: for i { for j liftable; call(); }   after: f#1 rejected, f#1.1 lifted
void processNest(UnitRun &run, const SourceNest &source, const std::string &refused = "") {
  if (run.observer)
    run.observer(source.id);
  auto start = std::chrono::steady_clock::now();
  IslContext context(run.options.quota);
  report::Nest row = reportOf(source);
  if (!refused.empty())
    row.parent = refused;
  static const char *const kModes[] = {"strict", "source", "reassociate"};
  row.fpMode = kModes[static_cast<size_t>(run.options.fp)];

  auto lifted =
      contained<LiftedNest>(source, [&] { return analyseNest(run, source, context, row); });
  if (!lifted) {
    row.rejections.push_back(findingOf(lifted.rejection()));
  } else if ((run.options.rewrite || run.options.plan || run.options.written ||
              run.options.loopTree) &&
             (!run.given || run.given->has(source.id))) {
    auto rewritten = contained<Ok>(source, [&] {
      if (run.options.loopTree)
        return exportNest(run, *lifted, row);
      return rewriteNest(run, *lifted, context, row,
                         [&] { return plansFor(run, source.id, lifted->nest); });
    });
    if (!rewritten)
      row.rejections.push_back(findingOf(rewritten.rejection()));
  }
  for (report::Finding &rejection : row.rejections)
    if (!rejection.line) {
      rejection.line = row.line;
      rejection.column = row.column;
    }
  row.milliseconds =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  if (lifted || refused.empty())
    run.result.file.nests.push_back(std::move(row));

  if (!lifted && !source.functionRejection)
    for (const SourceNest &inner : innerNests(source))
      processNest(run, inner, refused.empty() ? source.id : refused);
}

/// The nests of one `fuse` entry of the script, rewritten as one. What is written, or
/// why nothing is, stands in the row of the first.
Outcome<Ok> fuseNests(UnitRun &run, const std::vector<const SourceNest *> &sources,
                      report::Nest &row) {
  Outcome<SourceNest> joint = jointNest(run.input, *run.facts->text, sources);
  if (!joint)
    return joint.rejection();
  std::vector<std::string> ids;
  IslContext context(run.options.quota);
  std::vector<LiftedNest> lifted;
  std::vector<Nest> parts;
  report::Nest unused;
  for (const SourceNest *source : sources) {
    auto part = analyseNest(run, *source, context, unused);
    if (!part)
      return part.rejection();
    ids.push_back(source->id);
    parts.push_back(part->nest);
    lifted.push_back(std::move(*part));
  }
  auto whole = analyseNest(run, *joint, context, unused);
  if (!whole)
    return whole.rejection();
  return rewriteNest(run, *whole, context, row, [&]() -> Outcome<std::vector<Plan>> {
    Outcome<Plan> plan = run.given->script->apply(ids, whole->nest, parts, hostTarget());
    if (!plan)
      return plan.rejection();
    return std::vector<Plan>{std::move(*plan)};
  });
}

/// The `fuse` entries of the script that name nests of this unit.
void processFusions(UnitRun &run, const std::vector<SourceNest> &nests) {
  if (!run.given || !run.given->script || !(run.options.rewrite || run.options.plan))
    return;
  std::vector<report::Nest> &rows = run.result.file.nests;
  for (const std::vector<std::string> &ids : run.given->script->fusions()) {
    std::vector<const SourceNest *> sources;
    std::string missing;
    for (const std::string &id : ids) {
      auto found = std::find_if(nests.begin(), nests.end(),
                                [&](const SourceNest &nest) { return nest.id == id; });
      if (found == nests.end())
        missing = id;
      else
        sources.push_back(&*found);
    }
    if (sources.empty())
      continue;
    auto row = std::find_if(rows.begin(), rows.end(), [&](const report::Nest &nest) {
      return nest.id == sources.front()->id;
    });
    if (run.observer)
      run.observer(sources.front()->id);
    auto done = contained<Ok>(*sources.front(), [&]() -> Outcome<Ok> {
      if (!missing.empty())
        return Rejection{RejectionKind::InvalidSchedule, sources.front()->root->range,
                         "fuse: '" + missing + "' is no outermost nest of this file"};
      return fuseNests(run, sources, *row);
    });
    if (!done)
      row->rejections.push_back(findingOf(done.rejection()));
  }
}

/// Fused versions in the written text: "f#1+f#2" stands for several nests.
void proveFusions(UnitRun &run, const std::vector<SourceNest> &nests) {
  auto markers = findMarkers(*run.options.written);
  auto *regions = std::get_if<std::vector<MarkedRegion>>(&markers);
  if (!regions)
    return;
  for (const MarkedRegion &region : *regions) {
    std::vector<const SourceNest *> sources;
    for (const SourceNest &nest : nests)
      if (("+" + region.nest + "+").find("+" + nest.id + "+") != std::string::npos)
        sources.push_back(&nest);
    if (sources.size() < 2)
      continue;
    auto done = contained<Ok>(*sources.front(), [&]() -> Outcome<Ok> {
      Outcome<SourceNest> joint = jointNest(run.input, *run.facts->text, sources);
      if (!joint)
        return joint.rejection();
      IslContext context(run.options.quota);
      report::Nest unused;
      auto whole = analyseNest(run, *joint, context, unused);
      return whole ? proveWritten(run, *whole, context) : whole.rejection();
    });
    for (report::Nest &row : run.result.file.nests)
      if (!done && row.id == sources.front()->id)
        row.rejections.push_back(findingOf(done.rejection()));
  }
}

/// Each edit was proved alone; together they must still compile. Else none is made.
void checkTogether(UnitRun &run) {
  if (run.result.edits.empty())
    return;
  UnitInput rewritten = run.input;
  rewritten.text = applyEdits(*run.facts->text, run.result.edits);
  std::string fault = "the edits overlap";
  if (rewritten.text) {
    SourceUnit unit = run.log.run("validate", [&] { return readUnit(rewritten); });
    if (unit.errors.empty())
      return;
    fault = "the rewritten file does not compile: " + unit.errors.front().message;
  }
  run.result.edits.clear();
  Rejection rejection{RejectionKind::NotProved, {}, fault};
  for (report::Nest &row : run.result.file.nests)
    if (row.rejections.empty()) {
      report::Finding finding = findingOf(rejection);
      finding.line = row.line;
      finding.column = row.column;
      row.rejections.push_back(std::move(finding));
    }
}

/// The drivers of every function with a rewrite in the written text.
void readDrivers(UnitRun &run) {
  auto markers = findMarkers(*run.options.written);
  auto *regions = std::get_if<std::vector<MarkedRegion>>(&markers);
  if (!regions)
    return;
  std::set<std::string> functions;
  for (const MarkedRegion &region : *regions)
    functions.insert(region.nest.substr(0, region.nest.find('#')));
  for (const FunctionInterface &interface : readInterfaces(run.input, functions)) {
    std::set<std::string> sizes;
    for (const report::Nest &row : run.result.file.nests)
      if (row.function == interface.name)
        for (const report::Parameter &parameter : row.parameters)
          sizes.insert(parameter.name);
    run.result.drivers.push_back(driverText(interface, sizes));
  }
}

void reportErrors(const std::vector<ParseError> &errors, report::File &file) {
  file.status = "parse-error";
  for (const ParseError &error : errors)
    file.errors.push_back({rejectionId(RejectionKind::ParseError), error.message, error.where.line,
                           error.where.column});
}

} // namespace

const std::vector<std::string> &stageNames() {
  static const std::vector<std::string> names = {"read", "scop",     "delinearize", "dependences",
                                                 "lift", "schedule", "emit",        "validate"};
  return names;
}

std::variant<std::vector<std::string>, report::Finding> nestsOfScript(const std::string &text) {
  auto given = readGiven(text);
  if (auto *error = std::get_if<report::Finding>(&given))
    return *error;
  const GivenSchedule &schedule = std::get<GivenSchedule>(given);
  if (schedule.script)
    return schedule.script->nests();
  return schedule.mapping->text.empty() ? std::vector<std::string>()
                                        : std::vector<std::string>{schedule.mapping->text};
}

UnitResult processUnit(const UnitInput &input, const UnitOptions &options,
                       const NestObserver &observer) {
  std::optional<GivenSchedule> given;
  if (options.scheduleFrom == UnitOptions::ScheduleFrom::Script) {
    auto parsed = readGiven(options.script);
    if (auto *error = std::get_if<report::Finding>(&parsed)) {
      UnitResult result;
      result.file.path = input.path;
      result.file.status = "parse-error";
      error->message = "the schedule: " + error->message;
      result.file.errors.push_back(*error);
      return result;
    }
    given = std::move(std::get<GivenSchedule>(parsed));
  }
  UnitRun run{input, options, observer, given ? &*given : nullptr, StageLog(options), {}, {}};
  run.result.file.path = input.path;
  SourceUnit unit = run.log.run("read", [&] { return readUnit(input); });
  run.facts = unit.facts;
  if (!unit.errors.empty()) {
    reportErrors(unit.errors, run.result.file);
    return std::move(run.result);
  }
  for (const SourceNest &nest : unit.nests)
    processNest(run, nest);
  processFusions(run, unit.nests);
  checkTogether(run);
  if (options.written) {
    proveFusions(run, unit.nests);
    readDrivers(run);
  }
  run.log.printTimes(input.path);
  return std::move(run.result);
}

} // namespace acc
