// The integer conditions of the fast version, in the order in which they are
// safe to evaluate, and the assumptions that they discharge.
#pragma once

#include "analysis/delinearize/ArrayViews.h"
#include "analysis/delinearize/ElementRanges.h"

namespace acc {

/// The parameters for which something runs, as a condition. Where it cannot be
/// written exactly it is weaker, which is safe: nothing runs there.
Condition nonEmptyCondition(const DomainFacts &facts);

/// Sizes of views that need a check. Answers are kept: arrays of a nest share sizes and validity.
/// The facts must outlive it.
class SizeSearch {
public:
  explicit SizeSearch(const DomainFacts &facts) : facts(facts) {}

  /// The condition that the sizes are positive, without sizes that are positive anyway where the
  /// view is valid and something runs.
  std::vector<Condition> unproved(const ChosenView &chosen);

private:
  struct Answer {
    Condition validity, positive;
    bool holds;
  };
  bool isPositiveWhere(const Condition &validity, const Condition &positive);

  const DomainFacts &facts;
  std::vector<Answer> answers;
};

/// The bytes between base and the ends of the array's range fit ptrdiff_t, so
/// that no address wraps and distinct elements are distinct addresses. Proved by
/// the types of the parameters; or because the source itself computes the ends
/// with signed arithmetic, whose overflow is undefined, and accesses them; else
/// the condition to check.
Condition extentCondition(const DomainFacts &facts, int array,
                          const std::vector<AccessRange> &ranges);

/// Fills `guard` and `assumptions` (disjoint pairs excepted) of `result` from the
/// chosen views; `ranges` runs parallel to `chosen`. `IndexType` when wrapping
/// cannot be excluded.
Outcome<Ok> addGuard(const DomainFacts &facts, const std::vector<ChosenView> &chosen,
                     const std::vector<std::vector<AccessRange>> &ranges, Delinearization &result);

} // namespace acc
