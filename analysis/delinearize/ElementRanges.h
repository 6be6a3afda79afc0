// Computes which elements of an array a nest may access.
#pragma once

#include "analysis/delinearize/Delinearization.h"
#include "analysis/solve/Bounds.h"

namespace acc {

/// The bounds that one access contributes to an ElementRange.
struct AccessRange {
  int statement = -1, access = -1;
  std::vector<Polynomial> low, high;
  /// The elements `low` and `high` are accessed whenever anything runs, not only
  /// corners of the box around the accesses.
  bool cornersRun = false;
};

/// Asks once for all accesses, of whatever arrays, that have the same instances, subscripts and
/// strides. The facts must outlive it.
class RangeSearch {
public:
  explicit RangeSearch(const DomainFacts &facts) : facts(facts) {}

  /// Per distinct access of the array: the box of its subscripts in the view,
  /// taken to elements by the view's (positive) strides. None when a subscript
  /// has no polynomial bound.
  std::optional<std::vector<AccessRange>> rangesOf(const RecoveredArray &array);

private:
  struct Answer {
    int instances; // DomainFacts::firstAlike
    Condition when;
    bool asksForCorner, eitherSign;
    Polynomial offset;
    std::vector<Polynomial> strides, subscripts;
    std::optional<AccessRange> range;
  };

  std::optional<AccessRange> rangeOf(const ArrayView &view, const ViewAccess &use);
  std::optional<AccessRange> findRange(const ArrayView &view,
                                       const std::vector<Polynomial> &strides,
                                       const ViewAccess &use, bool asksForCorner) const;

  /// The extremes of the element itself instead of the corners of a box that the accesses do not
  /// fill, where the strides are numbers:
  ///   a[8*q + r - m], m <= 8*q + r < m + 8:   0 to 7, not -m to 8*m + 63
  void takeNearer(AccessRange &range, const Polynomial &offset,
                  const std::vector<Polynomial> &strides, const ViewAccess &use) const;

  const DomainFacts &facts;
  std::vector<Answer> answers;
};

/// The union of the ranges of all accesses, without the candidates that others exceed
/// wherever `validity` holds and what touches them runs.
ElementRange elementRange(const DomainFacts &facts, const Condition &validity,
                          const std::vector<AccessRange> &ranges);

} // namespace acc
