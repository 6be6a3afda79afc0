#include "tools/lib/AnalyseNest.h"

#include "analysis/delinearize/Delinearization.h"
#include "analysis/delinearize/FoldSplit.h"
#include "analysis/delinearize/Lint.h"
#include "analysis/delinearize/RareViews.h"
#include "analysis/delinearize/SettledFlag.h"
#include "analysis/delinearize/SimpleConditions.h"
#include "analysis/delinearize/TestsApart.h"
#include "analysis/dependence/Dependence.h"
#include "analysis/model/DataTests.h"
#include "analysis/model/DeadStatements.h"
#include "tools/lib/Dump.h"

#include <algorithm>
#include <cassert>

namespace acc {
namespace {

/// Every statement is ordered against every other around what is not known: the dependences
/// of more statements would take too long for what they say.
constexpr size_t kMaxDescribed = 32;
/// The part of the quota that such a nest has where nothing will be rewritten.
constexpr uint64_t kDescribedShare = 4;

bool recoversArrays(const Delinearization &views) {
  return std::any_of(views.arrays.begin(), views.arrays.end(), hasRows);
}

/// The first array with rows for hardly any size.
const ChosenView *rareView(const ViewChoices &choices) {
  auto found = std::find_if(choices.begin(), choices.end(),
                            [](const auto &choice) { return choice && choice->rare; });
  return found == choices.end() ? nullptr : &**found;
}

/// The simple case of the validity; none also where looking for it takes too long.
std::optional<Condition> simpleValidity(const Region &region, const Delinearization &views) {
  constexpr uint64_t kSearchPart = 8;
  std::optional<Condition> found;
  auto search = [&]() -> Outcome<Ok> {
    region.context().attempt(kSearchPart, [&] { found = simpleCase(region, views.validity); });
    return Ok{};
  };
  return runIsl(region.context(), {}, "a simple condition", search) ? found : std::nullopt;
}

Scop withTestsApart(Scop scop) {
  separateTests(scop);
  return scop;
}

/// Of a nest that is no better described as one of arrays.
Rejection rareRejection(const Region &region, const ChosenView &view) {
  const Condition &validity = view.rare->validity;
  if (validity.isFalse())
    return {RejectionKind::NeverValid, view.where, neverReason(region, view)};
  return {RejectionKind::NoView, view.where,
          region.scop().arrays[view.array.array].name + " for more than hardly any size (" +
              validity.str() + ")"};
}

} // namespace

Outcome<Scop> scopOf(UnitRun &run, const SourceNest &source) {
  if (source.functionRejection)
    return *source.functionRejection;
  run.log.dump("read", source.id, [&] { return dump(source); });
  Outcome<Scop> scop = run.log.run("scop", [&] { return buildScop(source); });
  if (scop)
    run.log.dump("scop", source.id, [&] { return dump(*scop); });
  return scop;
}

Outcome<LiftedNest> analyseScop(UnitRun &run, Scop built, const IslContext &wholeQuota,
                                report::Nest &row, DescribedArrays described) {
  const SourceNest source = built.nest;
  if (built.unknown && built.statements.size() > kMaxDescribed)
    return *built.unknown;
  std::shared_ptr<const Scop> asRead;
  if (run.options.schedules())
    asRead = std::make_shared<const Scop>(withTestsApart(built));
  Outcome<Scop> scop = run.log.run(
      "scop", [&] { return withoutDeadStatements(std::move(built), wholeQuota); });
  if (!scop)
    return scop.rejection();
  uint64_t quota = wholeQuota.limit();
  if (scop->unknown && described == DescribedArrays::Recovered)
    quota = (quota + kDescribedShare - 1) / kDescribedShare;
  IslContext smallQuota(quota);
  const IslContext &context = scop->unknown ? smallQuota : wholeQuota;
  IslContext::Budget allStages(context);
  DelinearizeOptions viewOptions{quota};
  // What cannot be lifted anyway is refused for that, not for what its description costs.
  auto refused = [unknown = scop->unknown](const Rejection &reason) {
    return unknown ? *unknown : reason;
  };
  auto region = run.log.run("delinearize", [&] { return regionOf(*scop, context); });
  if (!region)
    return refused(region.rejection());
  Outcome<ViewChoices> choices =
      run.log.run("delinearize", [&] { return searchViews(**region, viewOptions); });
  auto viewsOfChoices = [&]() -> Outcome<Delinearization> {
    if (!choices)
      return choices.rejection();
    return run.log.run("delinearize",
                       [&] { return delinearize(**region, *choices, viewOptions); });
  };
  Outcome<Delinearization> views = viewsOfChoices();
  for (auto otherScop : {withFlagSettled, withFoldsSplit}) {
    if (!choices || (views && views->validity.isTrue() && !rareView(*choices)))
      break;
    auto other = run.log.run("delinearize", [&] { return otherScop(**region, *choices); });
    if (!other || !*other)
      continue;
    scop = std::move((*other)->scop);
    choices = std::move((*other)->choices);
    region = run.log.run("delinearize", [&] { return regionOf(*scop, context); });
    if (!region)
      return refused(region.rejection());
    views = viewsOfChoices();
  }
  describe(run.log.run("delinearize", [&] { return lint(**region, choices ? *choices : ViewChoices{}, views ? &*views : nullptr); }),
           row);
  if (!views)
    return refused(views.rejection());
  run.log.dump("delinearize", source.id, [&] { return dump(*scop, *views); });
  // Around calls that are not known only recovered views are worth telling.
  if (scop->unknown && described == DescribedArrays::Recovered && !recoversArrays(*views))
    return *scop->unknown;

  bool hasTests = std::any_of(scop->statements.begin(), scop->statements.end(),
                              [](const ScopStatement &one) { return !one.tests.empty(); });
  Scop apart = *scop; // the region keeps its own
  separateTests(apart, *views);

  // Distances and other versions are in the whole report only, relations are for schedules.
  const UnitOptions &options = run.options;
  DependenceDetail detail = options.plan          ? DependenceDetail::Distances
                            : options.schedules() ? DependenceDetail::Relations
                                                  : DependenceDetail::Existence;
  Outcome<Dependences> dependences = run.log.run("dependences", [&] {
    return computeDependences(apart, *views, context, detail);
  });
  if (!dependences)
    return refused(dependences.rejection());
  run.log.dump("dependences", source.id, [&] { return dump(apart, *dependences); });

  Outcome<std::vector<ViewVersion>> versions = std::vector<ViewVersion>{};
  if (run.options.plan && !hasTests)
    versions = run.log.run("delinearize", [&] { return viewVersions(**region, *views, *choices); });
  std::optional<Rejection> rare;
  if (const ChosenView *view = rareView(*choices); view && !recoversArrays(*views))
    rare = rareRejection(**region, *view);
  auto simple = run.log.run("delinearize", [&] { return simpleValidity(**region, *views); });
  apart.asRead = std::move(asRead);
  auto lifted = std::make_shared<const LiftedScop>(
      LiftedScop{&context, std::move(apart), std::move(*views), std::move(*dependences)});
  Outcome<Nest> nest = run.log.run("lift", [&] { return lift(lifted); });
  if (!nest && !lifted->scop.unknown)
    return nest.rejection();
  if (nest)
    run.log.dump("lift", source.id, [&] { return dump(*nest); });

  std::vector<Condition> validities;
  for (const Outcome<ChosenView> &choice : *choices)
    validities.push_back(choice->validity);
  const Claims claims = run.log.run("dependences", [&] {
    return claimsOf(lifted->scop, lifted->views, validities, lifted->dependences, context);
  });
  describe(lifted->scop, row);
  describe(lifted->scop, lifted->views, *choices, row);
  if (simple)
    row.simpleValidity = simple->str();
  if (versions)
    describe(lifted->scop, *versions, row);
  describe(lifted->scop, lifted->dependences, claims, row);
  if (!nest)
    return nest.rejection();
  if (rare)
    return *rare;
  return LiftedNest{std::move(lifted), std::move(*nest)};
}

Outcome<LiftedNest> analyseAssumed(UnitRun &run, const Scop &open, const IslContext &context,
                                   report::Nest &row) {
  const SourceNest source = open.nest;
  Outcome<Scop> assumed =
      run.log.run("scop", [&] { return buildScop(source, DataConditions::Assumed); });
  if (!assumed)
    return assumed.rejection();
  if (assumed->unknown)
    return *assumed->unknown;
  run.log.dump("scop", source.id, [&] { return dump(*assumed); });
  std::vector<Assumption> tested;
  for (const Assumption &need : assumed->needs)
    if (need.kind == AssumptionKind::Data)
      tested.push_back(need);
  report::Nest underAssumption = row;
  Outcome<LiftedNest> lifted = analyseScop(run, std::move(*assumed), context, underAssumption);
  if (!lifted)
    return lifted;
  // The report tells what the source does, whatever the data.
  Outcome<LiftedNest> described = analyseScop(run, open, context, row, DescribedArrays::All);
  assert(!described && "what is not known is not lifted");
  if (row.status == "rejected")
    return Rejection{RejectionKind::Condition, open.unknown->where,
                     open.unknown->detail +
                         " (what the nest does where it does not hold could not be described)"};
  describe(tested, row);
  return lifted;
}

Outcome<LiftedNest> analyseNest(UnitRun &run, const SourceNest &source, const IslContext &context,
                                report::Nest &row) {
  Outcome<Scop> scop = scopOf(run, source);
  if (!scop)
    return scop.rejection();
  return scop->unknown ? *scop->unknown : analyseScop(run, std::move(*scop), context, row);
}

} // namespace acc
