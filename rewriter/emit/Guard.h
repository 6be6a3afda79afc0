// The condition under which the fast version runs.
#pragma once

#include "rewriter/emit/Names.h"
#include "scheduling/Nest.h"

namespace acc {

struct GuardText {
  /// C conjuncts, in the order in which they are safe to evaluate.
  std::vector<std::string> conjuncts;
  /// The same without pointer comparisons, in exact integers.
  Condition integers = Condition::always();
};

/// Conditions of the views, the estimate of the work, and the disjointness of
/// bases, in this order; each reads a location only where the source is known to
/// read it. `Guard` when there is no such order, or an expression has no C.
Outcome<GuardText> guardText(const LiftedScop &source, const WideType &wide);

/// Iterations of the deepest statement of a rectangular nest, over parameters;
/// loops whose length varies do not count.
Polynomial workEstimate(const Scop &scop);

/// Fewer iterations take the original path.
inline constexpr int64_t kLeastWork = 256;

} // namespace acc
