// The view of one array of the scop: which candidates exist, and which is taken.
#pragma once

#include "analysis/delinearize/ViewCandidate.h"

namespace acc {

/// A RecoveredArray without its element range, and what its view needs.
struct ChosenView {
  RecoveredArray array;
  Condition validity = Condition::always();
  /// The accesses of the array's alternatives, in their order.
  std::vector<std::vector<ViewAccess>> alternativeAccesses;
  /// Where the view was read from, for assumptions.
  SourceRange where;
};

/// `NoView` names the first access that has none.
Outcome<ChosenView> chooseView(const Region &region, int array);

/// The same with the view of one of its alternatives.
ChosenView withAlternative(const ChosenView &chosen, size_t alternative);

} // namespace acc
