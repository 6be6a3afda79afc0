// The views of a nest under conditions that exclude each other.
#pragma once

#include "analysis/delinearize/ArrayViews.h"

namespace acc {

struct ViewVersion {
  /// Its validity holds and that of no version before it.
  Condition when = Condition::always();
  std::vector<RecoveredArray> arrays;
  Condition validity = Condition::always();
  std::vector<Condition> guard;
};

/// Where one choice of views does not cover what another one does: the chosen one
/// first, then others that differ in one array.
/// `choices` are those that `first` was made from.
///   A[i*a + j], A[(i+1)*b + j]:  a == b with [a];  else (i, 0, j) by strides a, b, 1
/// Empty when the chosen views leave nothing to others.
Outcome<std::vector<ViewVersion>>
viewVersions(const DomainFacts &facts, const Delinearization &first, const ViewChoices &choices);

} // namespace acc
