// The condition under which the fast version runs.
#pragma once

#include "rewriter/emit/Names.h"
#include "rewriter/emit/WorkEstimate.h"
#include "scheduling/Nest.h"

namespace acc {

/// A test of Scop::tests, by its parameter, and the conjuncts that are only safe after it.
struct GuardTest {
  std::string parameter;
  std::vector<std::string> conjuncts;
};

struct GuardText {
  /// C conjuncts, in the order in which they are safe to evaluate.
  std::vector<std::string> conjuncts;
  /// The tests after them, in order.
  std::vector<GuardTest> tests;
  /// The same without pointer comparisons, in exact integers.
  Condition integers = Condition::always();
};

/// Conditions of the views, those under which the plan `pays`, the estimate of the work where the
/// guard `asksForWork` (within `limits`), that what is `swept` outgrows the caches, and the
/// disjointness of bases, alternatives behind what holds for sure; each reads a location only where
/// the source is known to read it. Tests of data, which are dear, come as late as that allows.
/// `Guard` when there is no such order, or an expression has no C.
Outcome<GuardText> guardText(const LiftedScop &source, const WideType &wide,
                             const std::vector<Condition> &pays = {}, bool asksForWork = true,
                             const std::optional<SweptData> &swept = std::nullopt,
                             const WorkLimits &limits = {});

} // namespace acc
