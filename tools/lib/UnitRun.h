// State shared by the stages of one unit.
#pragma once

#include "analysis/tree/KnownSizes.h"
#include "scheduling/Nest.h"
#include "tools/lib/GivenSchedule.h"
#include "tools/lib/Pipeline.h"
#include "tools/lib/StageLog.h"
#include "tools/lib/ToReport.h"

namespace acc {

/// An input of which one integer is small, and the same with that one as the others are.
struct ThinInput {
  std::map<std::string, int64_t> values, wide;
};

/// What was measured of a nest whose plan is chosen anew.
struct JudgedPlans {
  /// Scripts of plans that lost, and why the last of them did.
  std::set<std::string> lost;
  std::optional<Rejection> why;
  /// The least and the greatest input for which the fast version pays, where it does not for all,
  /// and how often its check was limited.
  std::map<std::string, int64_t> from, to;
  unsigned limited = 0;
  /// The least of the thin ones for which it pays.
  std::vector<ThinInput> thin;
  std::optional<report::Measured> measured;

  bool isLimited() const { return !from.empty() || !to.empty() || !thin.empty(); }
};

/// One unit on its way through the stages.
struct UnitRun {
  const UnitInput &input;
  const UnitOptions &options;
  const NestObserver &observer;
  const GivenSchedule *given;
  StageLog log;
  std::shared_ptr<const UnitFacts> facts = {};
  /// By id, nests with calls that were opened, as the source has them.
  const std::map<std::string, SourceNest> *withCalls = nullptr;
  /// With options.fastFile: the function before which fast versions stand together, where they can.
  std::optional<uint32_t> placeOfAll = {};
  SizesByNest sizes = {};
  /// By the ids of nests.
  std::map<std::string, JudgedPlans> judged = {};
  UnitResult result = {};
};

/// That of the options, else of the unit's flags, else the portable one.
Target targetOf(const UnitRun &run);

/// The same options for a file in which nothing may be written: no schedule is told that nobody
/// writes.
inline UnitOptions withoutRewriting(UnitOptions options) {
  options.plan &= !options.rewrite;
  options.rewrite = false;
  return options;
}

/// What the rewriting half needs of the analysing half.
struct LiftedNest {
  std::shared_ptr<const LiftedScop> source;
  Nest nest;
};

/// A stage that throws is a fault of ours in one nest, not in the others.
template <typename T, typename Stage>
Outcome<T> contained(const SourceNest &source, Stage &&stage) {
  try {
    return stage();
  } catch (const std::exception &error) {
    return Rejection{RejectionKind::Internal, source.root->range, error.what()};
  }
}

} // namespace acc
