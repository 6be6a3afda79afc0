// The view of one array of the scop: which candidates exist, and which is taken.
#pragma once

#include "analysis/delinearize/ViewCandidate.h"

namespace acc {

/// A RecoveredArray without its element range, and what its view needs.
struct ChosenView {
  RecoveredArray array;
  Condition validity = Condition::always();
  /// Where the view was read from, for assumptions.
  SourceRange where;
};

/// `NoView` names the first access that has none.
Outcome<ChosenView> chooseView(const Region &region, int array);

} // namespace acc
