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

/// One per Scop::arrays, same order.
using ViewChoices = std::vector<Outcome<ChosenView>>;

/// chooseView for every array: the search that the later stages rest on, done once.
ViewChoices chooseViews(const Region &region);

/// No view, or one for hardly any sizes: never, for p == 0, for m == 5.
bool isPoor(const Region &region, const Outcome<ChosenView> &view);
size_t poorOnes(const Region &region, const ViewChoices &choices);

/// Another scop of the same nest, and what its region's chooseViews found.
struct ScopWithViews {
  Scop scop;
  ViewChoices choices;
};

/// The region of a scop within the quota; `TooComplex` when it ends.
Outcome<std::shared_ptr<const Region>> regionOf(const Scop &scop, const IslContext &context);

/// chooseViews within the quota; `TooComplex` when it ends.
Outcome<ViewChoices> searchViews(const Region &region, const DelinearizeOptions &options = {});

/// Validity, guard and evidence of views that were chosen; the rejection of the first
/// array that has none.
Outcome<Delinearization> delinearize(const Region &region, const ViewChoices &choices,
                                     const DelinearizeOptions &options = {});

/// The same with the view of one of its alternatives.
ChosenView withAlternative(const ChosenView &chosen, size_t alternative);

} // namespace acc
