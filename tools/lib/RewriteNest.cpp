#include "tools/lib/RewriteNest.h"

#include "analysis/frontend/Processor.h"
#include "analysis/frontend/WideFloats.h"
#include "analysis/model/KnownSizes.h"
#include "analysis/model/SecondReading.h"
#include "analysis/model/SmallPoints.h"
#include "analysis/tree/SourceThreads.h"
#include "rewriter/edit/FunctionPlace.h"
#include "rewriter/emit/CompilerFaults.h"
#include "rewriter/emit/Emit.h"
#include "rewriter/emit/EntryFunction.h"
#include "rewriter/emit/WorkEstimate.h"
#include "rewriter/helpers/Helpers.h"
#include "rewriter/helpers/Instances.h"
#include "rewriter/helpers/Widths.h"
#include "rewriter/validate/Validate.h"
#include "scheduling/MachineNumbers.h"
#include "scheduling/ScriptLine.h"
#include "scheduling/autoschedule/AutoSchedule.h"
#include "scheduling/autoschedule/ThreadLoops.h"
#include "tools/lib/CompilerOfUnit.h"
#include "tools/lib/Dump.h"
#include "tools/lib/ExportNest.h"
#include "tools/lib/FastPlace.h"
#include "tools/lib/ScriptJson.h"
#include "tools/lib/WrittenWith.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace acc {
namespace {

/// Reads `text` back and proves the version of the nest that it holds; false when it holds
/// none. A refusal stands at the source: nobody will see a place in the rewritten text.
Outcome<bool> proveVersion(UnitRun &run, const LiftedScop &lifted, const std::string &text,
                           const IslContext &context) {
  const SourceNest &source = lifted.scop.nest;
  auto markers = findMarkers(text);
  if (auto *error = std::get_if<MarkerError>(&markers))
    return Rejection{RejectionKind::NotProved, source.root->range, error->message};
  for (const MarkedRegion &region : std::get<std::vector<MarkedRegion>>(markers)) {
    if (region.nest != source.id)
      continue;
    if (text.find(kInstance) == text.npos)
      return Rejection{
          RejectionKind::NotProved, source.root->range,
          "the schedule in its marker, needed to identify its statements, cannot be applied here"};
    if (std::string other = otherHelperIn(text); !other.empty())
      return Rejection{RejectionKind::NotProved, source.root->range,
                       "the file defines its own " + other +
                           " instead of the helper of this version"};
    UnitInput rewritten = run.input;
    rewritten.text = text;
    run.log.dump("validate", source.id, [&] { return text; });
    // Whatever the compiler's macros choose, in one of the functions that the fast version calls,
    // too.
    const std::vector<std::vector<std::string>> choices =
        dependsOnWidth(text) ? widthFlags() : std::vector<std::vector<std::string>>{{}};
    for (const std::vector<std::string> &flags : choices) {
      rewritten.flags = run.input.flags;
      rewritten.flags.insert(rewritten.flags.end(), flags.begin(), flags.end());
      Outcome<Proof> proof = run.log.run("validate", [&] {
        return validate(lifted.scop, lifted.views, rewritten, region.whole, region.functions,
                        context);
      });
      if (proof)
        continue;
      Rejection rejection = proof.rejection();
      rejection.where = source.root->range;
      return rejection;
    }
    return true;
  }
  return false;
}

/// Proves the file with the edits of one nest.
Outcome<Ok> proveEdits(UnitRun &run, const LiftedScop &lifted, const std::vector<Edit> &edits,
                       const IslContext &context) {
  const SourceRange &where = lifted.scop.nest.root->range;
  std::optional<std::string> after = applyEdits(*run.facts->text, edits);
  if (!after)
    return Rejection{RejectionKind::Internal, where, "the edits are out of range"};
  Outcome<bool> proved = proveVersion(run, lifted, *after, context);
  if (!proved)
    return proved.rejection();
  if (!*proved)
    return Rejection{RejectionKind::NotProved, where, "the markers were not found"};
  return Ok{};
}

/// The proof rests on how the nest was read: that the tree and its normal form do the same is
/// tested. Of a nest with calls the interpreter may not know what a function does; then it is the
/// nest in which they are opened that is compared.
std::optional<Rejection> whyMisread(UnitRun &run, const LiftedScop &lifted,
                                    const EmittedGuard &guard) {
  const SourceNest &opened = lifted.scop.nest;
  auto readFrom = [&](const SourceNest &source) {
    return run.log.run("validate", [&] { return readAgain(source, lifted.scop, guard.integers); });
  };
  if (run.withCalls)
    if (auto written = run.withCalls->find(opened.id); written != run.withCalls->end())
      if (SecondReading reading = readFrom(written->second); reading.points > 0)
        return reading.difference;
  return readFrom(opened).difference;
}

/// The schedule of the nest that is on disk, if measuring let it be written.
const WrittenSchedule *writtenBefore(const UnitRun &run, const std::string &nest) {
  auto found = run.options.writtenBefore.find(nest);
  return found == run.options.writtenBefore.end() ? nullptr : &found->second;
}

/// The sizes at which the plan pays, where that was measured; none where the estimate of the work
/// cannot be computed there.
std::optional<PayingSizes> payingSizesOf(const UnitRun &run, const LiftedScop &lifted,
                                         const Plan &plan) {
  const std::string &id = lifted.scop.nest.id;
  auto judged = run.judged.find(id);
  if (judged == run.judged.end() || !judged->second.isLimited()) {
    const WrittenSchedule *before = writtenBefore(run, id);
    return before && before->script == printScriptInLine(plan, id) ? before->pays
                                                                   : run.options.pays;
  }
  const WorkEstimate work = workEstimate(lifted.scop);
  PayingSizes pays;
  for (auto [limit, input] : {std::pair(&pays.leastWork, &judged->second.from),
                              std::pair(&pays.mostWork, &judged->second.to)}) {
    auto there = input->empty() ? 0 : work.product().evaluate(withParameters(lifted.scop, *input));
    if (!there)
      return std::nullopt;
    *limit = *there;
  }
  if (judged->second.thin.empty())
    return pays;
  // The loops that a thin input makes shorter are to be as long as they are there.
  for (const Polynomial &length : work.lengths) {
    int64_t &trips = pays.leastTrips.emplace_back(1);
    for (const ThinInput &thin : judged->second.thin) {
      auto there = length.evaluate(withParameters(lifted.scop, thin.values)),
           otherwise = length.evaluate(withParameters(lifted.scop, thin.wide));
      if (!there || !otherwise)
        return std::nullopt;
      if (*there < *otherwise)
        trips = std::max(trips, *there);
    }
  }
  return pays;
}

/// The plans are chosen for the levels of the processor that the unit's fast versions have.
bool countsOnLevels(const UnitRun &run) {
  return run.options.scheduleFrom == UnitOptions::ScheduleFrom::Auto &&
         hasLevels(run.input, run.options);
}

EmitOptions emitOptionsOf(const UnitRun &run, const std::string &nest, const PayingSizes &pays) {
  return {run.options.noHeap,
          !run.options.noWorkThreshold,
          {pays.leastWork, pays.mostWork},
          pays.leastTrips,
          sizesOfNest(run.sizes, nest),
          run.options.style == UnitOptions::Style::Arrays};
}

/// What stands in the file for an emitted nest, but where.
NestRewrite rewriteOf(const UnitRun &run, const SourceNest &source, const EmittedNest &emitted,
                      const Plan &plan, const PayingSizes &pays,
                      const std::vector<std::string> &levels) {
  NestRewrite rewrite{source.id, emitted.summary, source.root->loop.editRange, emitted.guard.text,
                      emitted.call};
  rewrite.isList = source.root->kind == Stmt::Kind::Block;
  if (!emitted.guard.tests.empty()) {
    rewrite.flag = emitted.guard.flag;
    rewrite.tests = emitted.guard.tests;
  }
  rewrite.pins = source.root->loop.pins;
  rewrite.function = emitted.function;
  rewrite.check = emitted.check;
  rewrite.checkCall = emitted.checkCall;
  if (emitted.entry) {
    rewrite.entry = emitted.entry->function;
    rewrite.entryCall = emitted.entry->call;
    rewrite.entryMacro = emitted.entry->nothing;
  }
  rewrite.words = emitted.words;
  UnitOptions options = run.options;
  options.pays = pays;
  options.runsAt = levels;
  rewrite.schedule = {printScriptInLine(plan, source.id), writtenWith(options, plan.target())};
  rewrite.longBits = run.facts->longBits;
  rewrite.pointerBits = run.facts->pointerBits;
  return rewrite;
}

/// The edits that write it, proved by the same with the lines for the proof.
Outcome<std::vector<Edit>> provedEdits(UnitRun &run, const LiftedScop &lifted,
                                       const NestRewrite &rewrite, const EmittedNest &emitted,
                                       const IslContext &context) {
  NestRewrite toProve = rewrite;
  toProve.function = emitted.functionToProve;
  if (emitted.entry)
    toProve.entry = emitted.entry->functionToProve;
  if (!toProve.tests.empty())
    toProve.tests = emitted.guard.testsToProve;
  std::vector<Edit> edits = nestEdits(*run.facts->text, toProve);
  if (auto proved = proveEdits(run, lifted, edits, context); !proved)
    return proved.rejection();
  return run.options.keepClaims ? std::move(edits) : nestEdits(*run.facts->text, rewrite);
}

/// The levels of the processor at which the fast version of a plan runs, by name; empty for all of
/// those at which it is compiled. None where a fault of compilers leaves no level.
std::optional<std::vector<std::string>> levelsOf(const UnitRun &run, const std::string &nest,
                                                 const Plan &plan,
                                                 const std::vector<std::string> &paysAt) {
  if (!hasLevels(run.input, run.options) || run.result.inSource.count(nest))
    return std::vector<std::string>();
  std::vector<std::string> given = run.options.runsAt.empty() ? paysAt : run.options.runsAt;
  if (faultOf(plan, Avoid::FusedLevel)) {
    given = given.empty() ? levelNames() : given;
    std::erase(given, "avx512"); // the one whose instructions multiply and add at once
    if (given.empty())
      return std::nullopt;
  }
  return given.size() == levelNames().size() ? std::vector<std::string>() : given;
}

/// "0, 1, 1"; "" for all levels.
std::string levelChoices(const std::vector<std::string> &levels) {
  std::string choices;
  for (const std::string &name : levelNames())
    choices += (choices.empty() ? "" : ", ") +
               std::to_string(std::count(levels.begin(), levels.end(), name));
  return levels.empty() ? "" : choices;
}

/// The edits that write what was emitted, proved, with the function behind one call in the file of
/// all.
Outcome<std::vector<Edit>> editsInFile(UnitRun &run, const LiftedScop &written, NestRewrite rewrite,
                                       const EmittedNest &emitted, const IslContext &context) {
  const SourceNest &source = written.scop.nest;
  auto refused = [&](const std::string &why) {
    return Rejection{RejectionKind::Emission, source.root->range, why};
  };
  if (!run.placeOfAll)
    return refused("the file has no place for it: its functions stand below conditions of the "
                   "preprocessor, or pragmas have them compute in several ways");
  if (!isSameAt(*run.facts->text, *run.placeOfAll, source))
    return refused("it depends on a macro or a condition of the preprocessor, which may be another "
                   "one where the fast versions are included");
  if (const uint32_t head = *source.root->loop.functionBegin; head != *run.placeOfAll)
    for (std::string &condition : conditionsAround(*run.facts->text, head))
      if (std::find(rewrite.pins.begin(), rewrite.pins.end(), condition) == rewrite.pins.end())
        rewrite.pins.push_back(std::move(condition));
  rewrite.functionBegin = *run.placeOfAll;
  rewrite.hasLevels = true;
  return provedEdits(run, written, rewrite, emitted, context);
}

/// One plan as C text, edit and proof; the guard of the text. Where the fast version cannot stand
/// in the file of all, UnitResult::inSource tells why; of a plan that counts on the levels that it
/// would have there that is a rejection.
Outcome<EmittedGuard> writePlan(UnitRun &run, const LiftedNest &lifted, const PlanToTry &one,
                                const IslContext &context) {
  const Plan &plan = one.plan;
  const SourceNest &source = lifted.source->scop.nest;
  if (const std::string flag = flagOfWideFloats(run.input.flags); !flag.empty())
    return Rejection{RejectionKind::Configuration, source.root->range,
                     flag + " computes floating point in a wider format than the types, which fast "
                            "versions do not support"};
  const std::optional<PayingSizes> pays = payingSizesOf(run, *lifted.source, plan);
  if (!pays)
    return *run.judged.at(source.id).why;
  std::optional<uint32_t> head = source.root->loop.functionBegin;
  if (!head || !functionPlace(*run.facts->text, *head))
    return Rejection{RejectionKind::Emission, source.root->range,
                     "cannot insert a function before " + source.function +
                         ", which is defined by a macro"};
  const LiftedScop &written = *plan.schedule().nest().source;
  const std::optional<std::vector<std::string>> usable = levelsOf(run, source.id, plan, one.paysAt);
  if (!usable)
    return Rejection{RejectionKind::NotProfitable, source.root->range,
                     "faster only at a level of the processor at which gcc 12 would fuse products"};
  const std::vector<std::string> &levels = *usable;
  EmitOptions emitOptions = emitOptionsOf(run, source.id, *pays);
  emitOptions.levels = levelChoices(levels);
  emitOptions.afterPass = [&](const std::string &pass, const std::function<std::string()> &code) {
    run.log.dump((kLoweringPrefix + pass).c_str(), source.id, code);
  };
  auto emitted = [&](bool withEntry) -> Outcome<EmittedNest> {
    emitOptions.withEntry = withEntry;
    Outcome<EmittedNest> nest = run.log.run("emit", [&] { return emit(plan, emitOptions); });
    if (!nest)
      return nest;
    run.log.dump("emit", source.id, [&] { return dump(*nest); });
    // The automatic choice counted on the buffer, or the threads, and takes its next plan; people
    // are told.
    bool isChosen = run.options.scheduleFrom == UnitOptions::ScheduleFrom::Auto;
    if (!nest->withoutEffect.empty())
      return isChosen ? Rejection{RejectionKind::NotProfitable, source.root->range,
                                  "a buffer or parallel loop that it relies on cannot be written"}
                      : Rejection{RejectionKind::Emission, source.root->range,
                                  nest->withoutEffect.front()};
    return nest;
  };
  auto keep = [&](const EmittedNest &nest, std::vector<Edit> edits) -> Outcome<EmittedGuard> {
    if (auto misread = whyMisread(run, written, nest.guard))
      return *misread;
    std::move(edits.begin(), edits.end(), std::back_inserter(run.result.edits));
    if (run.options.runCheck || run.options.judge)
      for (const Point &point : smallPoints(written.scop, nest.guard.integers))
        run.result.inputs.push_back({source.id, {point.begin(), point.end()}});
    if (run.options.judge) {
      const Condition &check = nest.guard.integers;
      run.result.declaredSizes[source.id] = sizesWithinDeclared(context, written.scop, check);
      std::erase(run.result.leaveOutCalls, source.id);
      if (leavesOutCalls(context, written.scop, sizesOfNest(run.sizes, source.id), check))
        run.result.leaveOutCalls.push_back(source.id);
    }
    return nest.guard;
  };
  auto rewriteAs = [&](const EmittedNest &nest) {
    NestRewrite rewrite = rewriteOf(run, source, nest, plan, *pays, levels);
    rewrite.functionBegin = *head;
    return rewrite;
  };
  std::string why;
  std::optional<std::pair<EmittedNest, std::vector<Edit>>> inSource;
  if (run.options.fastFile) {
    emitOptions.entryPlace = run.placeOfAll.value_or(*head);
    Outcome<EmittedNest> nest = emitted(/*withEntry=*/true);
    if (nest) {
      auto edits = editsInFile(run, written, rewriteAs(*nest), *nest, context);
      if (edits)
        return keep(*nest, std::move(*edits));
      why = edits.rejection().detail;
      emitOptions.atLevels = false;
      emitOptions.entryPlace = *head;
      if (isSameAt(*run.facts->text, *head, source)) {
        nest = emitted(/*withEntry=*/true);
        if (nest)
          edits = provedEdits(run, written, rewriteAs(*nest), *nest, context);
        if (nest && edits)
          inSource.emplace(std::move(*nest), std::move(*edits));
        else if (run.input.inclusion)
          return nest ? edits.rejection() : nest.rejection();
      }
    } else {
      why = nest.rejection().detail;
    }
  }
  // In an included file each inclusion has a function of its own, which the nest calls.
  if (!inSource && run.input.inclusion)
    return Rejection{RejectionKind::Emission, source.root->range, why};
  if (!inSource) {
    Outcome<EmittedNest> nest = emitted(/*withEntry=*/false);
    if (!nest)
      return nest.rejection();
    auto edits = provedEdits(run, written, rewriteAs(*nest), *nest, context);
    if (!edits)
      return edits.rejection();
    inSource.emplace(std::move(*nest), std::move(*edits));
  }
  if (run.options.fastFile && run.result.inSource.try_emplace(source.id, why).second &&
      countsOnLevels(run))
    return Rejection{
        RejectionKind::NotProfitable, source.root->range,
        "faster at processor levels that it cannot have, as its fast version stands in "
        "the source: " +
            why};
  return keep(inSource->first, std::move(inSource->second));
}

/// The plan and its guard in the report; for a rewrite also as C, which is proved. Analysis
/// writes no loops: most of the cost is theirs, and the report has none of them.
Outcome<Ok> usePlan(UnitRun &run, const LiftedNest &lifted, const PlanToTry &one,
                    const IslContext &context, report::Nest &row) {
  const Plan &plan = one.plan;
  const std::string &id = lifted.source->scop.nest.id;
  std::string script = printScript(plan, id);
  run.log.dump("schedule", id, [&] { return dump(plan, id); });
  Outcome<EmittedGuard> guard =
      run.options.rewrite
          ? writePlan(run, lifted, one, context)
          : run.log.run("emit", [&] { return emitGuard(plan, emitOptionsOf(run, id, {})); });
  if (!guard)
    return guard.rejection();
  row.guard = guard->integers.str();
  if (!row.versions.empty())
    row.versions.front().guard = row.guard;
  row.guardText = guard->text + (guard->tests.empty() ? "" : "\n" + guard->tests);
  row.script = script;
  row.schedule = scheduleStepsJson(script);
  return Ok{};
}

/// To so many digits that reports are equal wherever they are made.
double rounded(double value, int digits) {
  if (value <= 0)
    return 0;
  double unit = std::pow(10., std::floor(std::log10(value)) - digits + 1);
  return std::round(value / unit) * unit;
}

/// Where the source has its own pragmas of OpenMP, it stays as it is in builds with OpenMP; or its
/// threads share out the loops of the fast version.
Threads threadsFor(const UnitRun &run, const Nest &nest) {
  const LoopFacts &loop = nest.source->scop.nest.root->loop;
  const std::vector<std::string> &pins = loop.pins;
  bool isOff = std::find(pins.begin(), pins.end(), "!defined(_OPENMP)") != pins.end();
  if (threadsOf(loop))
    return Threads::Source;
  return run.options.openmp && !isOff ? Threads::OpenMP : Threads::None;
}

std::vector<PlanToTry> withGains(const std::vector<RankedPlan> &ranked) {
  std::vector<PlanToTry> plans;
  for (const RankedPlan &one : ranked) {
    PlanToTry &plan =
        plans.emplace_back(PlanToTry{one.plan, {}, one.terms, one.sourceTerms, one.paysAt});
    if (one.sourceCost > 0)
      plan.expected = {rounded(one.cost / one.sourceCost, 2),
                       rounded(one.sourceCost - one.cost, 3)};
  }
  return plans;
}

} // namespace

std::string targetFault(const std::string &name) {
  Outcome<Target> named = namedTarget(name);
  return named ? "" : named.rejection().detail;
}

Target targetOf(const UnitRun &run) {
  Outcome<Target> named =
      namedTarget(run.options.target.empty() ? vectorsOf(run.input) : run.options.target);
  return withValues(named ? *named : *namedTarget(kPortable), run.options.machine);
}

Outcome<std::vector<PlanToTry>> plansFor(const UnitRun &run, const std::string &nestId,
                                         const Nest &nest) {
  Target target = targetOf(run);
  switch (run.options.scheduleFrom) {
  case UnitOptions::ScheduleFrom::Auto: {
    // Not for speed.
    if (run.options.style == UnitOptions::Style::Arrays)
      return std::vector<PlanToTry>{{Plan(Schedule(nest), target)}};
    UnitOptions options = run.options;
    options.levels &= !run.result.inSource.count(nestId);
    const Builds builds = buildsOf(run.input, options);
    if (!run.options.onlyPlan) {
      // Others are for a first one that cannot be written.
      auto ranked = rankedSchedules(nest, target, builds, run.options.rewrite ? SIZE_MAX : 1,
                                    threadsFor(run, nest));
      return ranked ? Outcome(withGains(*ranked)) : ranked.rejection();
    }
    std::vector<PlanToTry> all = withGains(schedulesToMeasure(nest, target, builds));
    all.push_back({Plan(Schedule(nest), target)});
    if (*run.options.onlyPlan >= all.size())
      return Rejection{RejectionKind::NotProfitable, placeOf(nest),
                       "there are no further candidates to measure"};
    return std::vector<PlanToTry>{all[*run.options.onlyPlan]};
  }
  case UnitOptions::ScheduleFrom::None: {
    const Plan plain(Schedule(nest), target);
    const bool hasThreads = threadsFor(run, nest) == Threads::Source;
    return std::vector<PlanToTry>{{hasThreads ? inThreads(plain).value_or(plain) : plain}};
  }
  case UnitOptions::ScheduleFrom::Script: {
    Outcome<Plan> plan = run.given->apply(nestId, nest, target);
    if (!plan)
      return plan.rejection();
    return std::vector<PlanToTry>{{std::move(*plan)}};
  }
  }
  return Rejection{RejectionKind::Internal, {}, "no source of schedules"};
}

Outcome<Ok> proveWritten(UnitRun &run, const LiftedNest &lifted, const IslContext &context) {
  Outcome<bool> proved = proveVersion(run, *lifted.source, *run.options.written, context);
  // What was written does not tell whether scalars were substituted in it.
  for (const Schedule &without : substitutions(lifted.nest)) {
    if (proved)
      break;
    if (Outcome<bool> other =
            proveVersion(run, *without.nest().source, *run.options.written, context))
      proved = other;
  }
  if (!proved)
    return proved.rejection();
  if (*proved)
    run.result.proved.push_back(lifted.source->scop.nest.id);
  return Ok{};
}

Outcome<Ok> rewriteNest(UnitRun &run, const LiftedNest &lifted, const IslContext &context,
                        report::Nest &row, const FindPlans &findPlans) {
  const SourceNest &source = lifted.source->scop.nest;
  if (run.options.written)
    return proveWritten(run, lifted, context);
  if (source.root->loop.notEditable)
    return *source.root->loop.notEditable;
  Outcome<std::vector<PlanToTry>> plans = run.log.run("schedule", findPlans);
  if (!plans)
    return plans.rejection();
  auto beginWithWritten = [&] {
    if (const WrittenSchedule *before = writtenBefore(run, source.id))
      std::stable_partition(plans->begin(), plans->end(), [&](const PlanToTry &one) {
        return printScriptInLine(one.plan, source.id) == before->script;
      });
  };
  beginWithWritten();
  auto judged = run.judged.find(source.id);
  std::optional<Rejection> reason = judged == run.judged.end() ? std::nullopt : judged->second.why;
  for (size_t k = 0; k < plans->size(); ++k) {
    const PlanToTry &one = (*plans)[k];
    if (judged != run.judged.end() && judged->second.lost.count(printScript(one.plan, source.id)))
      continue;
    const bool isInSource = run.result.inSource.count(source.id) > 0;
    Outcome<Ok> written = usePlan(run, lifted, one, context, row);
    if (written) {
      row.expected = one.expected;
      if (run.options.onlyPlan && one.expected)
        run.result.terms.push_back({source.id, one.terms, one.sourceTerms});
      if (run.options.pictures)
        addLoopTree(run, one.plan, row);
      return written;
    }
    if (!isInSource && run.result.inSource.count(source.id) && countsOnLevels(run)) {
      plans = plansFor(run, source.id, lifted.nest);
      if (!plans)
        return written.rejection();
      beginWithWritten();
      k = SIZE_MAX; // from the first on
      continue;
    }
    if (!reason)
      reason = written.rejection();
  }
  return *reason;
}

Outcome<Ok> rewriteEither(UnitRun &run, const LiftedNest &lifted,
                          const std::optional<LiftedNest> &otherViews, report::Nest &row) {
  const std::string &id = lifted.source->scop.nest.id;
  auto rewrite = [&](const LiftedNest &one, const FindPlans &find) {
    return rewriteNest(run, one, *one.source->context, row, find);
  };
  auto plansOf = [&](const LiftedNest &one) { return [&] { return plansFor(run, id, one.nest); }; };
  if (!otherViews)
    return rewrite(lifted, plansOf(lifted));
  const bool isSearched =
      run.options.scheduleFrom == UnitOptions::ScheduleFrom::Auto && !run.options.written;
  if (isSearched) {
    auto plans = run.log.run("schedule", plansOf(lifted)),
         others = run.log.run("schedule", plansOf(*otherViews));
    const auto expected = [](const Outcome<std::vector<PlanToTry>> &all) {
      return all && all->front().expected ? all->front().expected->share : 1;
    };
    if (expected(others) < expected(plans) && rewrite(*otherViews, [&] { return others; }))
      return Ok{};
    return rewrite(lifted, [&] { return plans; });
  }
  Outcome<Ok> done = rewrite(lifted, plansOf(lifted));
  return done || !rewrite(*otherViews, plansOf(*otherViews)) ? done : Ok{};
}

} // namespace acc
