// Which elements of an array a nest may touch.
#pragma once

#include "analysis/delinearize/Bounds.h"
#include "analysis/delinearize/Delinearization.h"

namespace acc {

/// The bounds that one access contributes to an ElementRange.
struct AccessRange {
  int statement = -1, access = -1;
  std::vector<Polynomial> low, high;
  /// The elements `low` and `high` are accessed whenever anything runs, not only
  /// corners of the box around the accesses.
  bool cornersRun = false;
};

/// Per distinct access of the array: the box of its subscripts in the view,
/// taken to elements by the view's (positive) strides. None when a subscript
/// has no polynomial bound.
std::optional<std::vector<AccessRange>> accessRanges(const Region &region,
                                                     const RecoveredArray &array);

/// The union of the ranges of all accesses, without the candidates that others exceed
/// wherever something runs and `validity` holds.
ElementRange elementRange(const Region &region, const Condition &validity,
                          const std::vector<AccessRange> &ranges);

} // namespace acc
