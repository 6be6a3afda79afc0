// The view of one array of the scop: which candidates exist, and which is taken.
#pragma once

#include "analysis/delinearize/ViewCandidate.h"

namespace acc {

/// A view that the indices suggest but that is rejected, because it holds for almost no size.
struct RareView {
  ArrayView view;
  std::vector<ViewAccess> accesses;
  Condition validity = Condition::never();
};

/// At least two subscripts of the view carry information: they vary with a loop or between
/// accesses, or name a parameter. False for walks along one line, such as x[i*incx] as (i, 0) in
/// rows of incx.
bool hasRows(const RecoveredArray &array);

/// A RecoveredArray without its element range, and what its view needs.
struct ChosenView {
  RecoveredArray array;
  /// Set if every view with rows holds for almost no size: the best of them. The array's view is
  /// then the flat one, which always holds; its subscripts need not be affine.
  std::optional<RareView> rare;
  /// A view of more dimensions was rejected because it holds for almost no size.
  bool lostDimensions = false;
  Condition validity = Condition::always();
  /// The accesses of the array's alternatives, in their order.
  std::vector<std::vector<ViewAccess>> alternativeAccesses;
  /// Where the view was read from, for assumptions.
  SourceRange where;
};

/// `NoView` names the first access that has none.
Outcome<ChosenView> chooseView(const DomainFacts &facts, int array);

/// One per Scop::arrays, same order.
using ViewChoices = std::vector<Outcome<ChosenView>>;

/// chooseView for every array: the search that the later stages rely on, done once. If the views
/// together hold for almost no size, arrays that are only read give up theirs first.
///   A with m <= n, B with n < m  ->  A with m <= n, B as it is
ViewChoices chooseViews(const DomainFacts &facts);

/// Where the indices ask for rows, it has only a flat view, or one that holds for few sizes (p ==
/// 0, m == 5).
bool isPoor(const DomainFacts &facts, const Outcome<ChosenView> &view);
size_t poorOnes(const DomainFacts &facts, const ViewChoices &choices);

/// The facts of a scop within the quota; `TooComplex` when it ends.
Outcome<std::shared_ptr<const DomainFacts>> factsOf(const Scop &scop, const IslContext &context);

/// chooseViews within the quota; `TooComplex` when it ends.
Outcome<ViewChoices> searchViews(const DomainFacts &facts, const DelinearizeOptions &options = {});

/// Validity, guard and evidence of views that were chosen; the rejection of the first
/// array that has none.
Outcome<Delinearization> delinearize(const DomainFacts &facts, const ViewChoices &choices,
                                     const DelinearizeOptions &options = {});

/// The same with the view of one of its alternatives.
ChosenView withAlternative(const ChosenView &chosen, size_t alternative);

} // namespace acc
