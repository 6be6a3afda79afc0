#include "analysis/Analysis.h"

#include "analysis/delinearize/RareViews.h"
#include "analysis/delinearize/ScopForms.h"
#include "analysis/delinearize/SimpleConditions.h"
#include "analysis/delinearize/TestsApart.h"
#include "analysis/model/BuildScop.h"
#include "analysis/model/DataTests.h"
#include "analysis/model/DeadStatements.h"
#include "analysis/normalize/CalleeReason.h"

#include <algorithm>
#include <cassert>

namespace acc {
namespace {

/// Every statement is ordered against every other around what is not known: the dependences
/// of more statements would take too long for what they say.
constexpr size_t kMaxDescribed = 32;
/// The part of the quota for a nest that is described only where an array is recovered.
constexpr uint64_t kDescribedShare = 4;
/// The part of the quota for a simple case of the validity.
constexpr uint64_t kSimpleCaseShare = 2;

using Failure = std::optional<Rejection>;

/// The first array with rows for hardly any size.
const ChosenView *rareView(const ViewChoices &choices) {
  auto found = std::find_if(choices.begin(), choices.end(),
                            [](const auto &choice) { return choice && choice->rare; });
  return found == choices.end() ? nullptr : &**found;
}

/// Of a nest that is no better described as one of arrays.
Rejection rareRejection(const DomainFacts &facts, const ChosenView &view) {
  const Condition &validity = view.rare->validity;
  if (validity.isFalse())
    return {RejectionKind::NeverValid, view.where, neverReason(facts, view)};
  return {RejectionKind::NoView, view.where,
          facts.scop().arrays[view.array.array].name + " for more than a few sizes (" +
              validity.str() + ")"};
}

/// The simple case of the validity; none also where looking for it takes too long.
std::optional<Condition> simpleValidity(const DomainFacts &facts, const Delinearization &views) {
  std::optional<Condition> found;
  auto search = [&]() -> Outcome<Ok> {
    for (auto find : {simpleCase, narrowedCase})
      if (!found)
        facts.context().attempt(kSimpleCaseShare, [&] { found = find(facts, views.validity); });
    return Ok{};
  };
  return runIsl(facts.context(), {}, "a simple condition", search) ? found : std::nullopt;
}

/// Something that the views rest on holds for no parameters for which anything runs.
Failure neverHolds(const Delinearization &views) {
  for (const Assumption &assumption : views.assumptions)
    if (assumption.verdict == Verdict::Refuted)
      return Rejection{RejectionKind::NeverValid, assumption.where,
                       assumption.text.empty() ? assumptionName(assumption.kind) : assumption.text};
  return std::nullopt;
}

bool hasTests(const Scop &scop) {
  return std::any_of(scop.statements.begin(), scop.statements.end(),
                     [](const ScopStatement &one) { return !one.tests.empty(); });
}

/// The stages of one nest; each fills its members of the analysis, or says why it cannot.
class Stages {
public:
  Stages(NestAnalysis &result, const AnalysisOptions &options)
      : result(result), options(options), context(*result.context) {}

  Failure readScop() {
    if (result.source.functionRejection)
      return *result.source.functionRejection;
    observe("read");
    Outcome<Scop> scop =
        timed("scop", [&] { return buildScop(result.source, context, options.data); });
    if (!scop)
      return withCalleeReason(scop.rejection(), result.source);
    if (scop->unknown)
      scop->unknown = withCalleeReason(*scop->unknown, result.source);
    result.scop = std::move(*scop);
    observe("scop");
    return result.scop->unknown;
  }

  Failure behindScop(uint64_t quota, Described which) {
    if (result.scop->unknown && result.scop->statements.size() > kMaxDescribed)
      return result.scop->unknown;
    if (options.keepsAsRead)
      keepAsRead();
    if (auto why = dropDeadStatements())
      return why;
    const Failure unknown = whole->unknown;
    if (auto why = recoverViews(DelinearizeOptions{quota})) {
      result.scop = *whole;
      return unknown ? unknown : why;
    }
    if (unknown && which == Described::WhereRecovered && !recoversArrays(*result.views))
      return unknown;
    if (auto why = findDependences())
      return unknown ? unknown : why;
    if (options.findsVersions && !hasTests(*whole))
      findVersions();
    if (options.describes)
      describe();
    const ChosenView *rare = rareView(result.choices);
    if (!unknown && rare && !recoversArrays(*result.views))
      return rareRejection(*facts, *rare);
    return unknown ? unknown : neverHolds(*result.views);
  }

private:
  void keepAsRead() {
    Scop copy = *result.scop;
    separateTests(copy);
    asRead = std::make_shared<const Scop>(std::move(copy));
  }

  Failure dropDeadStatements() {
    Outcome<Scop> alive =
        timed("scop", [&] { return withoutDeadStatements(std::move(*result.scop), context); });
    result.scop.reset();
    if (!alive)
      return alive.rejection();
    whole = std::make_shared<const Scop>(std::move(*alive));
    return std::nullopt;
  }

  Failure recoverViews(const DelinearizeOptions &viewOptions) {
    auto found = timed("delinearize", [&] {
      return acc::recoverViews(Scop(*whole), context, viewOptions, options.plainViews);
    });
    if (!found)
      return found.rejection();
    whole = std::move(found->in.scop);
    facts = std::move(found->in.facts);
    result.choices = std::move(found->in.choices);
    if (options.describes)
      result.lint = timed("delinearize", [&] {
        return lint(*facts, result.choices, found->views ? &*found->views : nullptr);
      });
    if (!found->views)
      return found->views.rejection();
    result.scop = *whole; // the facts keep their own
    result.views = std::move(*found->views);
    observe("delinearize");
    return std::nullopt;
  }

  Failure findDependences() {
    separateTests(*result.scop, *result.views);
    Outcome<Dependences> found = timed("dependences", [&] {
      return computeDependences(*result.scop, *result.views, context, options.detail);
    });
    if (!found)
      return found.rejection();
    result.dependences = std::move(*found);
    result.scop->asRead = std::move(asRead);
    observe("dependences");
    return std::nullopt;
  }

  void findVersions() {
    auto found =
        timed("delinearize", [&] { return viewVersions(*facts, *result.views, result.choices); });
    if (found)
      result.versions = std::move(*found);
  }

  void describe() {
    std::vector<Condition> validities;
    for (const Outcome<ChosenView> &choice : result.choices)
      validities.push_back(choice->validity);
    result.claims = timed("dependences", [&] {
      return claimsOf(*result.scop, *result.views, validities, *result.dependences, context);
    });
    // Last: it may take what is left.
    result.simpleValidity =
        timed("delinearize", [&] { return simpleValidity(*facts, *result.views); });
  }

  template <typename Stage> auto timed(const char *stage, Stage &&body) -> decltype(body()) {
    return options.times ? options.times->run(stage, body) : body();
  }
  void observe(const char *stage) const {
    if (options.observer)
      options.observer(stage, result);
  }

  NestAnalysis &result;
  const AnalysisOptions &options;
  const IslContext &context;
  std::shared_ptr<const Scop> asRead;
  /// Its tests among its statements, as views are found; before `facts`, which refers to it.
  std::shared_ptr<const Scop> whole;
  std::shared_ptr<const DomainFacts> facts;
};

} // namespace

NestAnalysis analyse(const SourceNest &source, const AnalysisOptions &options) {
  NestAnalysis result;
  result.context = std::make_shared<IslContext>(options.quota);
  result.source = source;
  result.data = options.data;
  IslContext::Budget allStages(*result.context);
  Stages stages(result, options);
  result.rejection = stages.readScop();
  if (!result.rejection)
    result.rejection = stages.behindScop(options.quota, Described::Always);
  return result;
}

NestAnalysis describeUnknown(NestAnalysis ended, const AnalysisOptions &options, Described which) {
  assert(ended.scop && ended.scop->unknown && !ended.views);
  uint64_t quota = which == Described::Always
                       ? options.quota
                       : (options.quota + kDescribedShare - 1) / kDescribedShare;
  ended.context = std::make_shared<IslContext>(quota);
  IslContext::Budget allStages(*ended.context);
  ended.rejection = Stages(ended, options).behindScop(quota, which);
  return ended;
}

bool recoversArrays(const Delinearization &views) {
  return std::any_of(views.arrays.begin(), views.arrays.end(), hasRows);
}

} // namespace acc
