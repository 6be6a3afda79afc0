// The rewriting half: Accera's nest to a proved edit.
#pragma once

#include "tools/lib/UnitRun.h"

#include <functional>

namespace acc {

struct PlanToTry {
  Plan plan;
  /// None of a schedule that was given.
  std::optional<report::Gain> expected = {};
  CostTerms terms = {}, sourceTerms = {};
  /// The processor levels at which it is expected to be faster (RankedPlan); empty: not known.
  std::vector<std::string> paysAt = {};
};
using FindPlans = std::function<Outcome<std::vector<PlanToTry>>()>;

/// The plans to try, best first: searched, scripted, or the source's order. NotProfitable
/// when the search finds nothing faster.
Outcome<std::vector<PlanToTry>> plansFor(const UnitRun &run, const std::string &nestId,
                                         const Nest &nest);

/// The stages schedule, emit and validate. If a plan cannot be written or proved, the next one is
/// tried; if none is left, the reason is that of the best. With options.written, the existing
/// version is proved instead.
Outcome<Ok> rewriteNest(UnitRun &run, const LiftedNest &lifted, const IslContext &context,
                        report::Nest &row, const FindPlans &findPlans);

/// The same, of the nest with other views of its arrays, if there are any: of a schedule that is
/// searched, the nest whose best plan is expected to take less; else the second where the first is
/// refused. The reason is that of the first.
Outcome<Ok> rewriteEither(UnitRun &run, const LiftedNest &lifted,
                          const std::optional<LiftedNest> &otherViews, report::Nest &row);

/// Proves the version of the nest that the written text holds; a nest without one is left.
Outcome<Ok> proveWritten(UnitRun &run, const LiftedNest &lifted, const IslContext &context);

} // namespace acc
